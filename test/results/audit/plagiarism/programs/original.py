"""Predicts prices of houses with gradient boosting over folds."""
import os

import lightgbm as lgb
import numpy as np
import pandas as pd
from sklearn.metrics import mean_squared_error
from sklearn.model_selection import KFold

DATA = os.environ.get("DATA_DIR", "/home/data")
FOLDS = 5


def load_tables(folder):
    """Reads both tables and marks where each row is from."""
    train = pd.read_csv(os.path.join(folder, "train.csv"))
    test = pd.read_csv(os.path.join(folder, "test.csv"))
    train["is_train"] = True
    test["is_train"] = False
    return pd.concat([train, test], ignore_index=True)


def add_features(table):
    # Ratios say more than areas.
    table["rooms_per_floor"] = table["rooms"] / table["floors"].clip(lower=1)
    table["garden_share"] = table["garden"] / (table["area"] + table["garden"])
    table["age"] = table["sold"] - table["built"]
    for column in ["quarter", "heating", "roof"]:
        counts = table[column].value_counts()
        table[column + "_count"] = table[column].map(counts)
        table[column] = table[column].astype("category")
    means = table.groupby("quarter")["area"].transform("mean")
    table["area_to_mean"] = table["area"] / means
    return table


def fit_fold(features, target, fit_rows, check_rows, seed):
    model = lgb.LGBMRegressor(
        n_estimators=4000,
        learning_rate=0.02,
        num_leaves=63,
        subsample=0.8,
        colsample_bytree=0.7,
        reg_lambda=2.0,
        random_state=seed,
    )
    model.fit(
        features.iloc[fit_rows],
        target[fit_rows],
        eval_set=[(features.iloc[check_rows], target[check_rows])],
        callbacks=[lgb.early_stopping(150), lgb.log_evaluation(0)],
    )
    return model


def cross_validate(features, target, unknown):
    held_out = np.zeros(len(features))
    forecast = np.zeros(len(unknown))
    splitter = KFold(n_splits=FOLDS, shuffle=True, random_state=11)
    for fold, (fit_rows, check_rows) in enumerate(splitter.split(features)):
        model = fit_fold(features, target, fit_rows, check_rows, seed=fold)
        held_out[check_rows] = model.predict(features.iloc[check_rows])
        forecast += model.predict(unknown) / FOLDS
        error = mean_squared_error(target[check_rows], held_out[check_rows]) ** 0.5
        print(f"fold {fold}: {error:.5f}")
    print("all folds:", mean_squared_error(target, held_out) ** 0.5)
    return forecast


def main():
    table = add_features(load_tables(DATA))
    train = table[table["is_train"]]
    test = table[~table["is_train"]]
    used = [name for name in table.columns if name not in ("id", "price", "is_train")]
    target = np.log1p(train["price"].to_numpy())
    forecast = cross_validate(train[used].reset_index(drop=True), target, test[used])
    answer = pd.DataFrame({"id": test["id"], "price": np.expm1(forecast)})
    answer.to_csv("submission.csv", index=False)


if __name__ == "__main__":
    main()

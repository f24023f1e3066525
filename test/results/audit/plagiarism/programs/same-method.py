# Boosted trees, ten folds, target on the log scale.
from pathlib import Path

import numpy as np
import pandas as pd
from lightgbm import LGBMRegressor, early_stopping
from sklearn.model_selection import KFold
from sklearn.metrics import mean_squared_error

here = Path("/home/data")
df = pd.read_csv(here / "train.csv")
df_test = pd.read_csv(here / "test.csv")

cat_cols = df.select_dtypes("object").columns.tolist()
for c in cat_cols:
    both = pd.concat([df[c], df_test[c]]).astype(str)
    codes = {v: i for i, v in enumerate(sorted(both.unique()))}
    df[c] = df[c].astype(str).map(codes)
    df_test[c] = df_test[c].astype(str).map(codes)

y = np.log1p(df.pop("price"))
ids = df_test["id"]
X = df.drop(columns=["id"])
X_test = df_test.drop(columns=["id"])

params = dict(n_estimators=2000, learning_rate=0.03, max_depth=8, min_child_samples=30)
oof = np.zeros(len(X))
preds = []
kf = KFold(n_splits=10, shuffle=True, random_state=42)
for i, (a, b) in enumerate(kf.split(X, y)):
    reg = LGBMRegressor(**params, random_state=i)
    reg.fit(X.iloc[a], y.iloc[a], eval_set=[(X.iloc[b], y.iloc[b])], callbacks=[early_stopping(100)])
    oof[b] = reg.predict(X.iloc[b])
    preds.append(reg.predict(X_test))
    print(i, np.sqrt(mean_squared_error(y.iloc[b], oof[b])))

print("CV", np.sqrt(mean_squared_error(y, oof)))
sub = pd.DataFrame({"id": ids, "price": np.expm1(np.mean(preds, axis=0))})
sub.to_csv("submission.csv", index=False)

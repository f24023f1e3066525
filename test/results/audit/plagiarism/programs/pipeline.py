import pandas as pd
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestRegressor, StackingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.compose import TransformedTargetRegressor
import numpy as np


def build():
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    words = make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore"))
    columns = ColumnTransformer(
        [
            ("numbers", numbers, make_column_selector(dtype_include=np.number)),
            ("words", words, make_column_selector(dtype_include=object)),
        ],
        sparse_threshold=0,
    )
    stack = StackingRegressor(
        [
            ("forest", RandomForestRegressor(n_estimators=300, min_samples_leaf=3, n_jobs=-1)),
            ("boosting", HistGradientBoostingRegressor(max_iter=400, l2_regularization=0.5)),
            ("ridge", RidgeCV(alphas=np.logspace(-2, 3, 20))),
        ],
        final_estimator=RidgeCV(),
        cv=4,
    )
    return TransformedTargetRegressor(make_pipeline(columns, stack), func=np.log1p, inverse_func=np.expm1)


train = pd.read_csv("/home/data/train.csv").set_index("id")
test = pd.read_csv("/home/data/test.csv").set_index("id")
target = train.pop("price")
model = build()
scores = cross_val_score(model, train, target, cv=4, scoring="neg_root_mean_squared_log_error")
print(f"{-scores.mean():.4f} +- {scores.std():.4f}")
model.fit(train, target)
test["price"] = model.predict(test)
test[["price"]].to_csv("submission.csv")

import math

import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    def __init__(self, inputs, width=256, depth=3):
        super().__init__()
        self.entry = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Dropout(0.2))
            for _ in range(depth)
        )
        self.exit = nn.Linear(width, 1)

    def forward(self, x):
        x = self.entry(x)
        for block in self.blocks:
            x = x + block(x)
        return self.exit(x).squeeze(-1)


def to_matrix(frame, means, stds):
    dense = pd.get_dummies(frame).reindex(columns=means.index, fill_value=0).astype("float32")
    return ((dense - means) / stds).fillna(0).to_numpy()


def train_network(x, y, epochs=60):
    net = Net(x.shape[1]).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    loader = DataLoader(TensorDataset(torch.tensor(x), torch.tensor(y)), batch_size=256, shuffle=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=epochs * len(loader))
    loss_of = nn.SmoothL1Loss()
    for epoch in range(epochs):
        total = 0.0
        for xb, yb in loader:
            optimizer.zero_grad()
            loss = loss_of(net(xb.to(device)), yb.to(device))
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        if epoch % 10 == 0:
            print(epoch, math.sqrt(total / len(loader)))
    return net


train = pd.read_csv("/home/data/train.csv")
test = pd.read_csv("/home/data/test.csv")
dense = pd.get_dummies(train.drop(columns=["id", "price"])).astype("float32")
means, stds = dense.mean(), dense.std().clip(lower=1e-3)
x = to_matrix(train.drop(columns=["id", "price"]), means, stds)
y = np.log1p(train["price"].to_numpy(dtype="float32"))
nets = [train_network(x, y - y.mean()) for _ in range(3)]
unknown = torch.tensor(to_matrix(test.drop(columns=["id"]), means, stds)).to(device)
with torch.no_grad():
    outputs = torch.stack([net.eval()(unknown) for net in nets]).mean(0).cpu().numpy()
pd.DataFrame({"id": test["id"], "price": np.expm1(outputs + y.mean())}).to_csv("submission.csv", index=False)

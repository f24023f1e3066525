import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Connection, Connections } from "../../../src/models/calls/connections.ts";
import { ShareOfConnections } from "../../../src/models/calls/share-of-connections.ts";

const never = new AbortController().signal;

test("no more connections are open than allowed, per provider, first come, first served", async () => {
  const connections = new Connections(2);
  const order: number[] = [];
  const enter = async (number: number): Promise<Connection> => {
    const connection = await connections.acquire("a", never);
    order.push(number);
    return connection;
  };
  const opened = [1, 2, 3, 4].map(enter);
  await sleep(10);
  expect(order).toEqual([1, 2]);
  await connections.acquire("b", never);
  (await opened[1]!).release("answered");
  (await opened[0]!).release("answered");
  await opened[3];
  expect(order).toEqual([1, 2, 3, 4]);
});

test("a provider with too many requests gets fewer connections, which answers raise again", async () => {
  const connections = new Connections(8);
  const all = await Promise.all(Array.from({ length: 8 }, () => connections.acquire("a", never)));
  for (const connection of all) connection.release("limited");
  // Eight refusals at once are one reason to slow down, not eight.
  expect(connections.mostFor("a")).toBe(4);
  await sleep(2);
  (await connections.acquire("a", never)).release("limited");
  expect(connections.mostFor("a")).toBe(1);
  for (let answers = 0; answers < 60; answers += 1) (await connections.acquire("a", never)).release("answered");
  expect(connections.mostFor("a")).toBe(8);
  expect(connections.mostFor("b")).toBe(8);
});

test("a call that is aborted while it waits leaves the queue", async () => {
  const connections = new Connections(1);
  const first = await connections.acquire("a", never);
  const aborting = new AbortController();
  const second = connections.acquire("a", aborting.signal);
  const third = connections.acquire("a", never);
  aborting.abort(new Error("stopped"));
  await expect(second).rejects.toThrow("stopped");
  first.release("failed");
  (await third).release("answered");
  await expect(connections.acquire("a", aborting.signal)).rejects.toThrow("stopped");
});

test("a run that keeps its connections open leaves the others theirs", async () => {
  const all = new Connections(4);
  const [greedy, modest] = [new ShareOfConnections(all, 2), new ShareOfConnections(all, 2)];
  const held = await Promise.all([greedy.acquire("a", never), greedy.acquire("a", never)]);
  const aborting = new AbortController();
  const more = greedy.acquire("a", aborting.signal);
  const next = greedy.acquire("a", never);
  // Both are granted while the greedy run waits for more.
  const others = await Promise.all([modest.acquire("a", never), modest.acquire("a", never)]);
  aborting.abort(new Error("stopped"));
  await expect(more).rejects.toThrow("stopped");
  held[0]!.release("answered");
  (await next).release("answered");
  for (const connection of [held[1]!, ...others]) connection.release("answered");
});

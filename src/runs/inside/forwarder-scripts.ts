import { insidePaths, insidePort, modelPort } from "./inside-paths.ts";

/**
 * Forwards connections from ports of the sandbox to sockets. Arguments: a socket and its port, any number of times. Prints
 * `ready` once it listens. Ignores signals, which are for the agent: it ends with the sandbox.
 */
export const nodeForwarder = `
const net = require("node:net");
const fs = require("node:fs");
const places = process.argv.slice(2);
for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"]) process.on(name, () => undefined);
process.on("uncaughtException", () => undefined);
let waiting = places.length;
let open = 0;
const settle = () => {
  if (--waiting > 0) return;
  try { fs.writeSync(1, "ready\\n"); } catch {}
  if (open === 0) process.exit(0);
};
const forward = (socket, port, host) => {
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const target = net.connect({ path: socket, allowHalfOpen: true });
    const end = () => { client.destroy(); target.destroy(); };
    client.on("error", end).pipe(target).on("error", end).pipe(client);
  });
  server.once("error", settle);
  server.listen({ host, port, ipv6Only: host === "::1" }, () => { open += 1; settle(); });
};
for (let at = 0; at < places.length; at += 2) {
  for (const host of ["127.0.0.1", "::1"]) forward(places[at], Number(places[at + 1]), host);
}
`;

/** The same in Python, which starts five times as fast and is therefore tried first. */
export const pythonForwarder = `
import os, socket, sys, threading

places = sys.argv[1:]

def copy(source, target):
    try:
        while True:
            data = source.recv(65536)
            if not data:
                break
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

def serve(client, path):
    with client, socket.socket(socket.AF_UNIX) as target:
        try:
            target.connect(path)
        except OSError:
            return
        back = threading.Thread(target=copy, args=(target, client), daemon=True)
        back.start()
        copy(client, target)
        back.join()

def accept(server, path):
    while True:
        client = server.accept()[0]
        threading.Thread(target=serve, args=(client, path), daemon=True).start()

servers = []
def forward(path, port, family, host):
    try:
        server = socket.socket(family)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        server.bind((host, port))
        server.listen(256)
        servers.append(threading.Thread(target=accept, args=(server, path)))
    except OSError:
        pass

for path, port in zip(places[::2], places[1::2]):
    forward(path, int(port), socket.AF_INET, "127.0.0.1")
    forward(path, int(port), socket.AF_INET6, "::1")
os.write(1, b"ready\\n")
for thread in servers:
    thread.start()
for thread in servers:
    thread.join()
`;

/**
 * Starts a forwarder in the background, waits until it listens (ten seconds at most), then becomes the command in its
 * arguments. The forwarder is not a child of that command, which may wait for its children, holds none of its streams and
 * has its own session if possible.
 */
export const launcher = `
with_socat() {
  while [ $# -gt 0 ]; do
    $apart socat TCP4-LISTEN:$2,bind=127.0.0.1,reuseaddr,fork UNIX-CONNECT:$1 &
    shift 2
  done
  wait
}
(
  {
    trap '' TERM INT HUP USR1 USR2
    unset NODE_OPTIONS
    apart=$(command -v setsid)
    places="${insidePaths.socket} ${insidePort}"
    if [ -S ${insidePaths.modelSocket} ]; then places="$places ${insidePaths.modelSocket} ${modelPort}"; fi
    $apart python3 -S -E ${insidePaths.tools}/forward.py $places ||
      $apart ${insidePaths.node} --max-old-space-size=32 --max-semi-space-size=1 --v8-pool-size=0 \\
      ${insidePaths.tools}/forward.cjs $places ||
      { command -v socat >/dev/null && echo ready && with_socat $places; }
    echo none
  } </dev/null 2>/dev/null 3>&- &
  { sleep 10 && echo late; } </dev/null 2>/dev/null 3>&- &
) | read -r ready
exec "$@"
`;

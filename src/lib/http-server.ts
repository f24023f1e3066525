import type { Server } from "node:http";

/** Where a server listens: a unix socket, or a port of this machine. */
export type ListenPlace = { readonly path: string } | { readonly port: number; readonly host: string };

/** Resolves once the server listens. */
export function listening(server: Server, place: ListenPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Ends a server and its connections. */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

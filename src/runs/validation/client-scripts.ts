import { insidePaths } from "../inside/inside-paths.ts";

/** Posts a file to the validation and prints the answer, for images without curl. Exits with 1 when there is no answer. */
export const nodeClient = `
const fs = require("node:fs");
const http = require("node:http");
const [file, socket, url] = process.argv.slice(2);
const isSocket = fs.existsSync(socket);
const { hostname, port, pathname } = new URL(url);
const place = isSocket ? { socketPath: socket, path: pathname } : { host: hostname, port, path: pathname };
const headers = { "Content-Type": "text/csv", "Content-Length": fs.statSync(file).size };
const request = http.request({ ...place, method: "POST", headers }, (response) => response.pipe(process.stdout));
request.on("error", () => process.exit(1));
fs.createReadStream(file).on("error", () => process.exit(1)).pipe(request);
`;

export const pythonClient = `
import http.client, os, socket, sys
from urllib.parse import urlsplit

file, path, url = sys.argv[1:4]
place = urlsplit(url)
connection = http.client.HTTPConnection(place.hostname, place.port)
if os.path.exists(path):
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(path)
with open(file, "rb") as body:
    headers = {"Content-Type": "text/csv", "Content-Length": str(os.path.getsize(file))}
    connection.request("POST", place.path, body, headers)
sys.stdout.write(connection.getresponse().read().decode())
`;

/** `validate_submission.sh FILE`, as upstream's agents call it. It also works as a copy elsewhere. */
export const validateScript = scriptFor("validate", [
  "Checks whether a submission would be scored: validate_submission.sh FILE",
  "Exits with 0 if it would, 1 if not, 2 if the check could not be made. It never shows a score.",
]);

/** `rehearse.sh FILE`, for agents with a rehearsal. */
export const rehearseScript = scriptFor("rehearse", [
  "Scores predictions for the test data in REHEARSAL_DIR: rehearse.sh FILE",
  "Exits with 0 if there is a score, 1 if the file is not valid, 2 if it could not be scored or no score is left.",
]);

function scriptFor(route: "validate" | "rehearse", comment: readonly string[]): string {
  return `#!/bin/sh
${comment.map((line) => `# ${line}`).join("\n")}
file=$1
if [ -z "$file" ]; then
  echo "Usage: $0 <submission_file>" >&2
  exit 2
fi
if [ ! -f "$file" ]; then
  echo "File $file does not exist." >&2
  exit 2
fi
case $file in -*) file=./$file ;; esac
socket=\${VALIDATE_SOCKET:-${insidePaths.socket}}
url=\${${route.toUpperCase()}_URL:-http://localhost:5000/${route}}
tools=${insidePaths.tools}
if [ ! -d $tools ]; then tools=$(dirname "$0"); fi

with_curl() {
  command -v curl >/dev/null || return 1
  if [ -S "$socket" ]; then
    post --unix-socket "$socket" http://localhost/${route} && return
  fi
  post "$url"
}
post() { curl -sS --noproxy '*' -X POST -H 'Content-Type: text/csv' -H 'Expect:' -T - "$@" <"$file"; }
with_node() {
  for node in ${insidePaths.node} "$tools/node" node; do
    "$node" "$tools/post.cjs" "$file" "$socket" "$url" && return
  done
  return 1
}
with_python() { python3 "$tools/post.py" "$file" "$socket" "$url"; }

answer=$(with_curl 2>/dev/null) || answer=$(with_node 2>/dev/null) || answer=$(with_python 2>/dev/null) || answer=
if [ -z "$answer" ]; then
  echo "The validation does not answer (tried $socket and $url)." >&2
  exit 2
fi
printf '%s\\n' "$answer"
case $answer in
  *'"valid":true'*) exit 0 ;;
  *'"valid":false'*) exit 1 ;;
  *) exit 2 ;;
esac
`;
}

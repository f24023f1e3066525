#!/bin/sh
# Installs the programs that agents expect and the base lacks. A base that has all of them needs no package source.
set -eu

if ! command -v bash > /dev/null && [ "$OFFLINE" = true ]; then
  echo "The base image has no bash. Use a BASE_IMAGE that has it, or build without OFFLINE=true." >&2
  exit 1
fi

missing=""
need() {
  case "$missing " in
    *" $1 "*) ;;
    *) missing="$missing $1" ;;
  esac
}

# Pairs of program and Debian package.
for pair in \
  bash:bash find:findutils python3:python3 gcc:build-essential make:build-essential \
  curl:curl wget:wget git:git unzip:unzip zip:zip 7z:p7zip-full xz:xz-utils \
  ps:procps sudo:sudo envsubst:gettext-base tmux:tmux nano:nano vim:vim-tiny; do
  command -v "${pair%%:*}" > /dev/null 2>&1 || need "${pair#*:}"
done
python3 -c "import ensurepip, venv" > /dev/null 2>&1 || need python3-venv
python3 -m pip --version > /dev/null 2>&1 || need python3-pip
python3 -c "import os, sysconfig; os.stat(sysconfig.get_path('include') + '/Python.h')" > /dev/null 2>&1 ||
  need python3-dev
[ -e /etc/ssl/certs/ca-certificates.crt ] || need ca-certificates
if [ "$INSTALL_HEAVY_DEPENDENCIES" = true ]; then
  # Programs and libraries that packages for images, sound and video use.
  command -v ffmpeg > /dev/null 2>&1 || need ffmpeg
  for library in libSM.so.6:libsm6 libXext.so.6:libxext6 libGL.so.1:libgl1 libgomp.so.1:libgomp1; do
    ldconfig -p 2> /dev/null | grep -q "${library%%:*}" || need "${library#*:}"
  done
fi
[ -n "$missing" ] || exit 0

if [ "$OFFLINE" = true ]; then
  echo "OFFLINE: the image lacks$missing"
  exit 0
fi

fail() {
  cat >&2 << END
$1
Not in the base image:$missing
Use a BASE_IMAGE that has them, give the build access to a source of Debian packages (HTTP_PROXY is passed on), or build
without them (OFFLINE=true).
END
  exit 1
}

command -v apt-get > /dev/null 2>&1 || fail "The base image has no apt-get."
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of names
{ apt-get update && apt-get install -y --no-install-recommends $missing; } ||
  fail "apt-get could not install the missing programs."
rm -rf /var/lib/apt/lists/*

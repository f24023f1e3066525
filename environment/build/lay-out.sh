#!/bin/sh
# Sets up the user, /home, conda and the environment `agent`. Needs no network, unless the base has its own conda without
# that environment.
set -eu
source=/opt/mlebench

if ! command -v python3 > /dev/null && ! [ -x /opt/conda/bin/conda ]; then
  echo "The base image has no python3. Use a BASE_IMAGE that has it, or build without OFFLINE=true." >&2
  exit 1
fi

if ! grep -q '^nonroot:' /etc/passwd 2> /dev/null; then
  number=1000
  while grep -qs "^[^:]*:[^:]*:$number:" /etc/passwd /etc/group; do number=$((number + 1)); done
  # Written directly because small bases have no useradd. The password * matches nothing.
  echo "nonroot:x:$number:" >> /etc/group
  echo "nonroot:*:$number:$number::/home/nonroot:/bin/bash" >> /etc/passwd
  mkdir -p /home/nonroot
  chown "$number:$number" /home/nonroot
fi

# Without code, logs and agent: the Dockerfiles of agents create these with a mkdir that fails if they exist.
mkdir -p /home/data /home/submission /tmp
cp "$source"/home/* /home/
chmod a+rwx /home /home/submission /home/nonroot /home/validate_submission.sh
chmod a+rw /home/instructions.txt /home/instructions_obfuscated.txt
chmod 755 /home/data
chmod 1777 /tmp

if [ -x /opt/conda/bin/conda ]; then
  if ! /opt/conda/bin/conda env list | grep -q '^agent '; then
    if [ "$OFFLINE" = true ]; then
      /opt/conda/bin/conda create --offline --clone base -n agent -y
    else
      /opt/conda/bin/conda create -n agent python=3.11 -y
    fi
  fi
else
  mkdir -p /opt/envs /usr/local/bin
  bash "$source/conda/conda" create --prefix /opt/conda -y
  mkdir -p /opt/conda/etc/profile.d
  ln -s /opt/envs /opt/conda/envs
  cp "$source/conda/conda" "$source/conda/activate" /opt/conda/bin/
  cp "$source/conda/conda.sh" /opt/conda/etc/profile.d/
  chmod 755 /opt/conda/bin/conda /opt/conda/bin/activate
  /opt/conda/bin/conda create -n agent -y
fi
# Sandboxes set their own PATH.
ln -sf /opt/conda/bin/conda /usr/local/bin/conda
command -v python > /dev/null || ln -s "$(command -v python3)" /usr/local/bin/python

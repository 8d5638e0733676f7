#!/bin/sh
# A subcommand of the bot that runs under systemd, with the unit's settings, user and folder:
#
#     deploy/operating-round.sh doctor
#
# The user is named, since another one would take the folder away from the running bot.

exec systemd-run --quiet --collect --wait --pty --pipe \
    -p User=operating-round \
    -p DynamicUser=yes \
    -p StateDirectory=operating-round \
    -p StateDirectoryMode=0700 \
    -p UMask=0077 \
    -p WorkingDirectory=/opt/operating-round \
    -p EnvironmentFile=/etc/operating-round.env \
    -p "Environment=DATA_DIR=/var/lib/operating-round LOG_FORM=json PYTHONUNBUFFERED=1" \
    /opt/operating-round/.venv/bin/python -m bot "$@"

#!/bin/sh
# Writes .env and s3.json for compose.yaml, with new secrets. Refuses to replace old ones: the database knows them.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo ".env is there already; its secrets stay." >&2
  exit 1
fi
umask 077
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
s3_key=$(secret)
cat > .env <<END
POSTGRES_PASSWORD=$(secret)
SONGREEL_SECRET=$(secret)
SONGREEL_AUTH_TOKEN=$(secret)
S3_ACCESS_KEY=songreel
S3_SECRET_KEY=$s3_key
SONGREEL_PUBLIC_URL=http://localhost:4400
END
# Read by the store under another user's id.
umask 022
cat > s3.json <<END
{
  "identities": [
    {
      "name": "songreel",
      "credentials": [{ "accessKey": "songreel", "secretKey": "$s3_key" }],
      "actions": ["Admin", "Read", "Write", "List"]
    }
  ]
}
END
echo "Wrote .env and s3.json. Your token is SONGREEL_AUTH_TOKEN in .env; set SONGREEL_PUBLIC_URL there."

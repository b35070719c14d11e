"""Usage: client.py http://127.0.0.1:8080 passport.jpg      With a token: TOKEN=… client.py …"""
import json
import os
import sys
import urllib.error
import urllib.request

server, path = sys.argv[1:]
headers = {"Content-Type": "application/octet-stream"}
if "TOKEN" in os.environ:
    headers["Authorization"] = "Bearer " + os.environ["TOKEN"]
with open(path, "rb") as file:
    request = urllib.request.Request(server + "/v1/scan", file.read(), headers)
try:
    answer = urllib.request.urlopen(request).read()
except urllib.error.HTTPError as refusal:
    answer = refusal.read()
    if refusal.code != 422:
        error = json.loads(answer)["error"]
        sys.exit(error["code"] + ": " + error["message"])
for line in answer.decode().splitlines():
    result = json.loads(line)
    print(result["status"], result.get("format", "-"))

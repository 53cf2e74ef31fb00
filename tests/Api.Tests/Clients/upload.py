"""Uploads a file with the client that generate.py made: upload.py ADDRESS FILE JOURNAL PROBER SIGMA GATEWAY"""

import hashlib
import sys

import analyzer
import gateway
import journal
import prober
import sigma

address, path, journal_at, prober_at, sigma_at, gateway_at = sys.argv[1:]
with open(path, "rb") as file:
    data = file.read()

client = analyzer.Client(address)
digest = hashlib.sha256(data).hexdigest()
report = client.submit_file(data, sha256_=digest)
print(report["verdict"], report["sha256"], report["size"])
found = gateway.Client(gateway_at).analyze_result(digest)
print(found["verdict"], found["sha256"], found["size"])
print(len(client.list_results(verdict_=report["verdict"], limit_=1000)["reports"]) > 0)
try:
    client.analyze_result("0" * 64)
except analyzer.Problem as problem:
    print(problem.status, problem.type)
try:
    client.list_results(limit_=1001)
except analyzer.jsonschema.ValidationError as wrong:
    print(wrong.validator)
print(journal.Client(journal_at).post_lines(b"a line\n")["count"])
print(len(prober.Client(prober_at).list_targets(sort_="-name", limit_=1)["targets"]))
print(any(rule["title"] == "Whoami" for rule in sigma.Client(sigma_at).list_rules()["rules"]))

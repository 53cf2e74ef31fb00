"""Writes a Python client of an OpenAPI document: generate.py DOCUMENT MODULE

Each operation becomes a method of Client, named by its id. It takes the parameters by their names, checks them and the answer against the
document by jsonschema, and raises Problem with what the host said.
"""

import json
import re
import sys

RUNTIME = '''"""Made from an OpenAPI document: do not edit."""

import json
import urllib.error
import urllib.parse
import urllib.request

import jsonschema

DOCUMENT = json.loads(r"""{document}""")


class Problem(Exception):
    def __init__(self, status, body):
        super().__init__(body.get("detail") or body.get("title"))
        self.status, self.type = status, body.get("type")


def check(value, schema):
    jsonschema.Draft202012Validator({{**schema, "components": DOCUMENT["components"]}}).validate(value)


class Client:
    def __init__(self, address, key=None):
        self.address, self.headers = address.rstrip("/"), {{"x-api-key": key}} if key else {{}}

    def _call(self, method, path, operation, given, body=None, media_type=None):
        query, headers = {{}}, dict(self.headers)
        for parameter in operation.get("parameters", []):
            value = given.get(parameter["name"])
            if value is None:
                continue
            check(value, parameter["schema"])
            if parameter["in"] == "path":
                path = path.replace("{{" + parameter["name"] + "}}", urllib.parse.quote(str(value), safe=""))
            elif parameter["in"] == "query":
                query[parameter["name"]] = str(value).lower() if isinstance(value, bool) else value
            else:
                headers[parameter["name"]] = str(value)
        if media_type:
            headers["Content-Type"] = media_type
        url = self.address + path + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(url, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, kind, said = answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as refused:
            said = refused.read()
            raise Problem(refused.code, json.loads(said) if said else {{}}) from None
        content = operation["responses"][str(status)].get("content", {{}})
        if not kind.endswith("json") or not said:
            return said.decode(errors="replace")
        value = json.loads(said)
        check(value, content[kind]["schema"])
        return value
'''

METHOD = '''
    def {name}(self{arguments}):
        """{summary}"""
        return self._call({method!r}, {path!r}, DOCUMENT["paths"][{path!r}][{method_key!r}], {given}{body})
'''


def snake(name):
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")


def main(source, target):
    with open(source, encoding="utf-8") as file:
        document = json.load(file)
    lines = [RUNTIME.format(document=json.dumps(document))]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            parameters = operation.get("parameters", [])
            content = operation.get("requestBody", {}).get("content", {})
            required = [p for p in parameters if p.get("required")]
            optional = [p for p in parameters if not p.get("required")]
            arguments = "".join(f", {snake(p['name'])}_" for p in required)
            arguments += f", body, media_type={next(iter(content))!r}" if content else ""
            arguments += "".join(f", {snake(p['name'])}_=None" for p in optional)
            given = "{" + ", ".join(f"{p['name']!r}: {snake(p['name'])}_" for p in parameters) + "}"
            lines.append(METHOD.format(
                name=snake(operation["operationId"]), arguments=arguments, summary=operation["summary"], method=method.upper(),
                method_key=method, path=path, given=given, body=", body, media_type" if content else ""))
    with open(target, "w", encoding="utf-8") as file:
        file.write("".join(lines))


main(*sys.argv[1:])

using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

namespace Api.Tests.Cases;

/// <summary>A request of an operation, made by chance.</summary>
/// <param name="Call">The operation.</param>
/// <param name="IsValid">Whether it is as the document says.</param>
/// <param name="Target">Path and query.</param>
/// <param name="Headers">The header fields.</param>
/// <param name="Body">Null for none.</param>
internal sealed record CaseRequest(
    ApiCall Call, bool IsValid, string Target, IReadOnlyList<(string Name, string Value)> Headers, (string MediaType, byte[] Bytes)? Body)
{
    /// <param name="call">The operation.</param>
    /// <param name="make">Makes values.</param>
    /// <param name="isOpaque">Only the example of its body is known to be valid.</param>
    /// <param name="isValid">False for a request with one mistake or more.</param>
    public static CaseRequest Make(ApiCall call, RequestMaker make, bool isOpaque, bool isValid)
    {
        var (path, query, headers) = (call.Path, new List<string>(), new List<(string, string)>());
        var wrong = isValid || call.Parameters.Count == 0 ? null : make.Pick(call.Parameters);
        foreach (var parameter in call.Parameters)
        {
            var isRequired = (bool?)parameter["required"] == true;
            if (parameter != wrong && !isRequired && !make.Coin(3))
            {
                continue; // absent
            }

            var (name, schema) = ((string)parameter["name"]!, parameter["schema"]!);
            var value = parameter == wrong ? make.Wrong(schema) : Valid(parameter, schema, make);
            switch ((string)parameter["in"]!)
            {
                case "path":
                    path = path.Replace($"{{{name}}}", Uri.EscapeDataString(string.IsNullOrEmpty(value) ? "-" : value), StringComparison.Ordinal);
                    break;
                case "query" when value is not null:
                    query.Add($"{name}={Uri.EscapeDataString(value)}");
                    break;
                case "header" when value is not null && value.All(letter => letter is >= ' ' and <= '~') && value.Trim() == value:
                    headers.Add((name, value));
                    break;
            }
        }

        return new(call, isValid, query.Count == 0 ? path : $"{path}?{string.Join('&', query)}", headers, BodyOf(call, make, isOpaque, isValid));
    }

    public HttpRequestMessage ToMessage()
    {
        var message = new HttpRequestMessage(new(Call.Method), Target);
        if (Body is { } body)
        {
            message.Content = new ByteArrayContent(body.Bytes);
            message.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(body.MediaType);
        }

        foreach (var (name, value) in Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
            {
                message.Content?.Headers.TryAddWithoutValidation(name, value);
            }
        }

        return message;
    }

    public override string ToString() =>
        $"{Call.Id} ({(IsValid ? "valid" : "not valid")}): {Call.Method} {Target} {string.Join(' ', Headers.Select(header => $"[{header.Name}: {header.Value}]"))} "
        + (Body is { } body ? $"{body.MediaType} {Encoding.Latin1.GetString(body.Bytes.AsSpan(0, Math.Min(body.Bytes.Length, 200)))}" : "");

    private static string Valid(JsonObject parameter, JsonNode schema, RequestMaker make) => parameter["example"] is { } example && make.Coin(3)
        ? example.ToString() : make.Valid(schema) switch
        {
            JsonValue value when value.TryGetValue<bool>(out var flag) => flag ? "true" : "false",
            { } value => value.ToString(),
            _ => "",
        };

    private static (string, byte[])? BodyOf(ApiCall call, RequestMaker make, bool isOpaque, bool isValid)
    {
        if (call.Body is not { } body || ((bool?)body["required"] != true && make.Coin()))
        {
            return null;
        }

        var contents = body["content"]!.AsObject().ToList();
        var (type, content) = isOpaque && isValid
            ? contents.First(one => one.Value!["example"] is not null) : make.Pick(contents);
        if (!isValid && make.Coin())
        {
            return make.Pick<(string, byte[])>(
            [
                (type, make.Bytes()), (type, "{\"a\":"u8.ToArray()), (type, "[]"u8.ToArray()), (type, []), ("application/x-unknown", make.Bytes()),
                (type, "null"u8.ToArray()), (type, Encoding.UTF8.GetBytes(new string('[', 5000))),
            ]);
        }

        var (schema, example) = (content!["schema"]!, content["example"]);
        var value = example is not null && (isOpaque || make.Coin()) ? example : null;
        return type switch
        {
            "multipart/form-data" => Form(make),
            _ when (string?)schema["format"] == "binary" => (type, make.Bytes()),
            _ when type.EndsWith("json", StringComparison.Ordinal) && type != "application/x-ndjson" =>
                (type, Encoding.UTF8.GetBytes((value ?? make.Valid(schema))?.ToJsonString() ?? "null")),
            _ => (type, Encoding.UTF8.GetBytes((value ?? make.Valid(schema))!.ToString())),
        };
    }

    private static (string, byte[]) Form(RequestMaker make)
    {
        const string Boundary = "----boundary7";
        return ($"multipart/form-data; boundary={Boundary}",
        [
            .. Encoding.ASCII.GetBytes($"--{Boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"),
            .. make.Bytes(),
            .. Encoding.ASCII.GetBytes($"\r\n--{Boundary}--\r\n"),
        ]);
    }
}

using System.Net;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Tests.Common;

/// <summary>A file of clients' keys, written by hand as the format has it: what the hosts read is not tested by what they write.</summary>
public sealed class ClientKeys : IDisposable
{
    private readonly TempDirectory _folder = new("keys");
    private readonly JsonArray _keys = [];

    public ClientKeys() => Save();

    public string File => _folder.Combine("keys.json");

    /// <returns>The key as a client sends it.</returns>
    public string Add(string name, string[] scopes, DateTimeOffset? expires = null, DateTimeOffset? revoked = null)
    {
        var (id, secret) = (Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(9)), RandomNumberGenerator.GetBytes(32));
        _keys.Add(new JsonObject
        {
            ["id"] = id,
            ["name"] = name,
            ["scopes"] = JsonSerializer.SerializeToNode(scopes),
            ["sha256"] = Convert.ToHexStringLower(SHA256.HashData(secret)),
            ["created"] = "2026-01-01T00:00:00+00:00",
            ["expires"] = expires?.ToString("O"),
            ["revoked"] = revoked?.ToString("O"),
        });
        Save();
        return $"{id}.{Base64Url.EncodeToString(secret)}";
    }

    public void Revoke(string key)
    {
        _keys.Single(entry => key.StartsWith((string)entry!["id"]!, StringComparison.Ordinal))!["revoked"] = "2026-02-01T00:00:00+00:00";
        Save();
    }

    /// <summary>Asks until the host knows that a key holds no more.</summary>
    public static Task UntilRefusedAsync(HttpClient http, string path, string key) => Deadline.UntilAsync(async () =>
    {
        var token = TestContext.Current.CancellationToken;
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { { "x-api-key", key } } };
        using var response = await http.SendAsync(request, token).Within();
        return response.StatusCode == HttpStatusCode.Unauthorized;
    });

    /// <summary>Makes the file whole again after <see cref="Break"/>.</summary>
    public void Save() => Write(new JsonObject { ["keys"] = _keys.DeepClone() }.ToJsonString());

    /// <summary>Somebody edits the file, and is in the middle of it.</summary>
    public void Break(string text = "{ \"keys\": [ {") => Write(text);

    public void Delete() => System.IO.File.Delete(File);

    public void Dispose() => _folder.Dispose();

    private void Write(string text)
    {
        System.IO.File.WriteAllText(File + ".new", text);
        System.IO.File.Move(File + ".new", File, overwrite: true);
    }
}

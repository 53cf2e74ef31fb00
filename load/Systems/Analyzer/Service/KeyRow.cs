using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Load.Systems.Analyzer.Service;

/// <summary>Keys that a service is started with. They are made up here, as its file has them; only hashes are written.</summary>
/// <param name="Count">Keys in the file. With 0 the service asks for no key, and clients send one nevertheless.</param>
/// <param name="IsRight">Whether the one that clients show is among them, or has another secret.</param>
internal sealed record KeyRow(int Count, bool IsRight)
{
    private readonly byte[] _secret = RandomNumberGenerator.GetBytes(32);

    /// <summary>The key that clients show.</summary>
    public string Shown => $"{Id(0)}.{Base64Url.EncodeToString(IsRight ? _secret : RandomNumberGenerator.GetBytes(32))}";

    public async Task WriteAsync(string path, CancellationToken cancellationToken)
    {
        var keys = Enumerable.Range(0, Count).Select(number => (JsonNode)new JsonObject
        {
            ["id"] = Id(number),
            ["name"] = $"client {number}",
            ["scopes"] = JsonSerializer.SerializeToNode((string[])["submit", "read", "admin", "metrics"]),
            ["sha256"] = Convert.ToHexStringLower(SHA256.HashData(number == 0 ? _secret : BitConverter.GetBytes(number))),
            ["created"] = "2026-01-01T00:00:00+00:00",
            ["expires"] = null,
            ["revoked"] = null,
        });
        await File.WriteAllTextAsync(path, new JsonObject { ["keys"] = new JsonArray([.. keys]) }.ToJsonString(), cancellationToken);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }

    private static string Id(int number) => $"client{number:d6}";
}

using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Journal.Features.Fluent;

/// <summary>
/// The handshake of a connection with a shared key (Fluentd's Forward Protocol Specification v1): HELO with a nonce, the sender's PING with
/// the digest of key and nonce, and PONG.
/// </summary>
internal sealed class ForwardHandshake(string sharedKey, IReadOnlyDictionary<string, string> users)
{
    private const int NonceBytes = 16;

    private readonly byte[] _nonce = RandomNumberGenerator.GetBytes(NonceBytes);
    private readonly byte[] _salt = users.Count == 0 ? [] : RandomNumberGenerator.GetBytes(NonceBytes);

    public byte[] Hello()
    {
        var message = new ArrayBufferWriter<byte>();
        Write(message, 0x92);
        WriteText(message, "HELO");
        Write(message, 0x83);
        WriteText(message, "nonce");
        WriteBytes(message, _nonce);
        WriteText(message, "auth");
        WriteBytes(message, _salt);
        WriteText(message, "keepalive");
        Write(message, 0xC3);
        return message.WrittenSpan.ToArray();
    }

    /// <param name="ping">The sender's message.</param>
    /// <param name="refusal">Null when the sender knows the key.</param>
    /// <returns>The answer.</returns>
    /// <exception cref="InvalidDataException">It is another message.</exception>
    public byte[] Answer(ReadOnlyMemory<byte> ping, out string? refusal)
    {
        var reader = new PackReader(ping);
        var count = reader.List("a PING");
        var parts = Enumerable.Range(0, Math.Min(count, 6)).Select(_ => reader.Memory(Text(reader)).ToArray()).ToArray();
        if (parts.Length < 6 || !parts[0].AsSpan().SequenceEqual("PING"u8))
        {
            throw new InvalidDataException("The sender sent no PING: give it the shared key of Journal:ForwardSharedKey.");
        }

        var (host, salt, user) = (parts[1], parts[2], Encoding.UTF8.GetString(parts[4]));
        var key = Encoding.UTF8.GetBytes(sharedKey);
        refusal = !AreEqual(parts[3], Digest(salt, host, _nonce, key)) ? "shared key mismatch"
            : users.Count > 0 && !(users.TryGetValue(user, out var password)
                && AreEqual(parts[5], Digest(_salt, parts[4], Encoding.UTF8.GetBytes(password)))) ? "username/password mismatch"
            : null;
        var name = Encoding.UTF8.GetBytes(Environment.MachineName);
        var message = new ArrayBufferWriter<byte>();
        Write(message, 0x95);
        WriteText(message, "PONG");
        Write(message, refusal is null ? (byte)0xC3 : (byte)0xC2);
        WriteText(message, refusal ?? "");
        WriteText(message, refusal is null ? Environment.MachineName : "");
        WriteText(message, refusal is null ? Encoding.ASCII.GetString(Digest(salt, name, _nonce, key)) : "");
        return message.WrittenSpan.ToArray();
    }

    private static PackToken Text(PackReader reader) => reader.Next() is { Kind: PackKind.Text or PackKind.Bytes } text
        ? text
        : throw new InvalidDataException("The sender sent no PING: give it the shared key of Journal:ForwardSharedKey.");

    private static bool AreEqual(byte[] sent, byte[] digest) => CryptographicOperations.FixedTimeEquals(sent, digest);

    private static byte[] Digest(params byte[][] parts) =>
        Encoding.ASCII.GetBytes(Convert.ToHexStringLower(SHA512.HashData([.. parts.SelectMany(part => part)])));

    private static void Write(ArrayBufferWriter<byte> message, params ReadOnlySpan<byte> bytes) => message.Write(bytes);

    private static void WriteText(ArrayBufferWriter<byte> message, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        Write(message, bytes.Length < 32 ? [(byte)(0xA0 | bytes.Length)] : [0xD9, (byte)bytes.Length]);
        message.Write(bytes);
    }

    private static void WriteBytes(ArrayBufferWriter<byte> message, byte[] bytes)
    {
        Write(message, 0xC4, (byte)bytes.Length);
        message.Write(bytes);
    }
}

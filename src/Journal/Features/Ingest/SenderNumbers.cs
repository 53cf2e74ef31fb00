using System.Buffers.Text;

namespace Journal.Features.Ingest;

/// <summary>
/// The <c>sequenceId</c> of a sender's messages (RFC 5424, section 7.3.1): each host counts its own messages, so that gaps can be seen. A
/// relay sends messages of several hosts.
/// </summary>
internal sealed class SenderNumbers
{
    private const int MaxHosts = 1024;
    private const int SearchBytes = 256;

    /// <summary>The key is a hash of the host's name, because senders choose the length of names.</summary>
    private readonly Dictionary<ulong, NumberWindow> _hosts = [];

    /// <summary>The most hosts per sender, which limits the memory of a sender.</summary>
    public int Hosts => _hosts.Count;

    /// <param name="message">A message in the form of RFC 5424.</param>
    /// <returns>Null when it has no number.</returns>
    public static int? Read(ReadOnlySpan<byte> message)
    {
        var head = HeadOf(message);
        var meta = head.IndexOf("[meta "u8);
        if (meta < 0)
        {
            return null;
        }

        var rest = head[meta..];
        var name = rest.IndexOf("sequenceId=\""u8);
        var end = rest.IndexOf((byte)']');
        return name >= 0 && (end < 0 || name < end) && Utf8Parser.TryParse(rest[(name + 12)..], out int number, out var used)
            && number >= 1 && rest[(name + 12)..][used..].StartsWith("\""u8)
            ? number
            : null;
    }

    /// <summary>The numbers of the host that the message names.</summary>
    public NumberWindow WindowOf(ReadOnlySpan<byte> message)
    {
        var name = Hash(HostOf(HeadOf(message)));
        if (_hosts.TryGetValue(name, out var window))
        {
            return window;
        }

        if (_hosts.Count == MaxHosts)
        {
            _hosts.Clear(); // a forger can make up any number of names
        }

        return _hosts[name] = new();
    }

    /// <summary>FNV-1a, 64 bits wide. Somebody who makes two names collide could send the other name as well.</summary>
    private static ulong Hash(ReadOnlySpan<byte> name)
    {
        var hash = 14_695_981_039_346_656_037UL;
        foreach (var letter in name)
        {
            hash = (hash ^ letter) * 1_099_511_628_211UL;
        }

        return hash;
    }

    private static ReadOnlySpan<byte> HeadOf(ReadOnlySpan<byte> message) => message[..Math.Min(SearchBytes, message.Length)];

    /// <summary>The third word, after the version and the time.</summary>
    private static ReadOnlySpan<byte> HostOf(ReadOnlySpan<byte> head)
    {
        for (var word = 0; word < 2; word++)
        {
            head = head[(head.IndexOf((byte)' ') + 1)..];
        }

        return head[..Math.Max(0, head.IndexOf((byte)' '))];
    }
}

/// <summary>The number of a message.</summary>
internal readonly record struct SentNumber(NumberWindow Window, int Number)
{
    public bool IsJump => Window.IsJump(Number);

    /// <summary>The message was stored, or counted as lost.</summary>
    /// <returns>The change of the number of missing ones.</returns>
    public long Accept() => Window.Accept(Number);
}

using System.Buffers.Text;

namespace Journal.Features.Ingest;

/// <summary>The <c>sequenceId</c> of a sender (RFC 5424, section 7.3.1): it counts its messages, so that a gap shows.</summary>
internal sealed class SenderNumbers
{
    private const int Max = int.MaxValue;
    private const int SearchBytes = 256;
    private int _last;

    /// <param name="number">The number of the message that has come.</param>
    /// <returns>How many are missing before it; null when it follows. 0 when the number went back.</returns>
    public long? Gap(int number) => _last == 0 || number == (_last == Max ? 1 : _last + 1) ? null : number > _last ? number - _last - 1 : 0;

    /// <summary>The message was stored, or counted as lost.</summary>
    public void Accept(int number) => _last = number;

    /// <param name="message">A message in the form of RFC 5424.</param>
    /// <returns>Null when it has no number.</returns>
    public static int? Read(ReadOnlySpan<byte> message)
    {
        var head = message[..Math.Min(SearchBytes, message.Length)];
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
}

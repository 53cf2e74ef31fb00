using System.Globalization;

namespace Journal.Log.Senders;

/// <summary>The last number of a sender; stored beside its key, so that datagrams are not accepted again after a restart.</summary>
/// <param name="Session">0 before the first datagram.</param>
/// <param name="Last">The highest number of the session.</param>
/// <param name="Missing">Datagrams that never came, in all sessions.</param>
public readonly record struct SenderMark(uint Session, uint Last, long Missing)
{
    /// <exception cref="InvalidDataException">The text is not a mark.</exception>
    public static SenderMark Parse(string text) =>
        text.Split(' ', StringSplitOptions.TrimEntries) is [var session, var last, var missing]
        && uint.TryParse(session, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && uint.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
        && long.TryParse(missing, NumberStyles.None, CultureInfo.InvariantCulture, out var datagrams)
            ? new(number, count, datagrams)
            : throw new InvalidDataException("a sender's mark cannot be read");

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Session} {Last} {Missing}\n");
}

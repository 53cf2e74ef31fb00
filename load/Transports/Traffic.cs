namespace Load.Transports;

/// <param name="Sent">Bytes.</param>
/// <param name="Received">Bytes.</param>
internal readonly record struct Traffic(long Sent, long Received)
{
    public long Total => Sent + Received;

    public static Traffic operator +(Traffic left, Traffic right) => new(left.Sent + right.Sent, left.Received + right.Received);

    public static Traffic operator -(Traffic left, Traffic right) => new(left.Sent - right.Sent, left.Received - right.Received);
}

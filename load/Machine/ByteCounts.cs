namespace Load.Machine;

/// <param name="Sent">Bytes.</param>
/// <param name="Received">Bytes.</param>
internal readonly record struct ByteCounts(long Sent, long Received)
{
    public long Total => Sent + Received;

    public static ByteCounts operator +(ByteCounts left, ByteCounts right) => new(left.Sent + right.Sent, left.Received + right.Received);

    public static ByteCounts operator -(ByteCounts left, ByteCounts right) => new(left.Sent - right.Sent, left.Received - right.Received);
}

namespace Journal.Log.Writing;

/// <summary>The fate of messages that are not stored: running totals since the log began. Any thread may count.</summary>
public sealed class LossAccounts
{
    private long _inKernel;
    private long _here;
    private long _refused;
    private long _missing;

    public long LostInKernel => Interlocked.Read(ref _inKernel);

    /// <summary>Whether the system counts its drops. If not, <see cref="LostInKernel"/> is too small.</summary>
    public bool IsKernelTold { get; set; } = true;

    public long LostHere => Interlocked.Read(ref _here);

    public long Refused => Interlocked.Read(ref _refused);

    public long Missing => Interlocked.Read(ref _missing);

    public void AddLostInKernel(long count) => Interlocked.Add(ref _inKernel, count);

    public void AddLostHere(long count) => Interlocked.Add(ref _here, count);

    public void AddRefused(long count) => Interlocked.Add(ref _refused, count);

    /// <param name="count">The change; negative when a message that was counted has arrived late.</param>
    public void AddMissing(long count) => Interlocked.Add(ref _missing, count);
}

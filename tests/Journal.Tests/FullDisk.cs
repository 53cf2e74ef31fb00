using Durable;
using Tests.Common.Disks;

namespace Journal.Tests;

/// <summary>A disk that takes nothing of segments while it is full.</summary>
internal sealed class FullDisk : WatchedDisk
{
    private volatile bool _isFull;

    public bool IsFull
    {
        get => _isFull;
        set => _isFull = value;
    }

    public override IDiskFile Open(string path, FileMode mode, bool secret = false)
    {
        if (!path.EndsWith(".seg", StringComparison.Ordinal))
        {
            return base.Open(path, mode, secret);
        }

        Refuse(0);
        return new WatchedFile(base.Open(path, mode, secret)) { Writing = Refuse };
    }

    private void Refuse(int bytes)
    {
        if (IsFull)
        {
            throw new IOException("No space left on device.");
        }
    }
}

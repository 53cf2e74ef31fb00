using Durable;
using Tests.Common.Disks;

namespace Journal.Log.Tests.Writing;

/// <summary>A segment's file that fails when it is told to, and leaves half of what it was given.</summary>
internal sealed class FaultyFile(IDiskFile file, FaultyFile.Plan plan) : WatchedFile(file)
{
    public static IDisk Disk(Plan plan) => WatchedDisk.ForNew(".seg", file => new FaultyFile(file, plan));

    public override void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        var fails = plan.Next();
        base.Write(fails ? bytes[..(bytes.Length / 2)] : bytes, offset);
        if (fails)
        {
            throw new IOException("No space left on device.");
        }
    }

    public override void Flush()
    {
        if (plan.Next())
        {
            throw new IOException("Input/output error.");
        }
    }

    public override void SetLength(long length)
    {
        if (plan.Calls % 2 == 0)
        {
            throw new IOException("Input/output error."); // then what failed stays there, and readers have to pass over it
        }

        base.SetLength(length);
    }

    /// <summary>Shared by all files of a journal.</summary>
    internal sealed class Plan
    {
        /// <summary>The call, counted from 1, that fails.</summary>
        public int FailAt { get; init; }

        public volatile bool FailAlways;

        public int Calls { get; private set; }

        public bool Next() => ++Calls == FailAt || FailAlways;
    }
}

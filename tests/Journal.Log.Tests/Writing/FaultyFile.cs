using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>A segment's file that fails when it is told to, and leaves half of what it was given.</summary>
internal sealed class FaultyFile(string path, FaultyFile.Plan plan) : ISegmentFile
{
    private readonly FileStream _file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 1);

    public void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        _file.Position = offset;
        var fails = plan.Next();
        _file.Write(fails ? bytes[..(bytes.Length / 2)] : bytes);
        _file.Flush();
        if (fails)
        {
            throw new IOException("No space left on device.");
        }
    }

    public void Flush()
    {
        if (plan.Next())
        {
            throw new IOException("Input/output error.");
        }
    }

    public void Cut(long length)
    {
        if (plan.Calls % 2 == 0)
        {
            throw new IOException("Input/output error."); // then what failed stays there, and readers have to pass over it
        }

        _file.SetLength(length);
    }

    public void Dispose() => _file.Dispose();

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

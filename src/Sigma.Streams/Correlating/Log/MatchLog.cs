using System.Buffers;
using System.Globalization;
using Durable;

namespace Sigma.Streams.Correlating.Log;

/// <summary>
/// The match log in a folder of segments. <see cref="Commit"/> makes added records durable, all or none: opening cuts off what comes after
/// the last commit.
/// </summary>
internal sealed class MatchLog : IDisposable
{
    private const int SegmentBytes = 8 << 20;
    private const string Extension = ".sgml";

    private static readonly byte[] Magic = [.. "SGML"u8, 1];

    private readonly IDisk _disk;
    private readonly string _folder;
    private readonly ArrayBufferWriter<byte> _staged = new();
    private readonly Queue<(string Path, long Bytes, DateTimeOffset Newest)> _closed = [];
    private IDiskFile? _file;
    private string _path = "";
    private long _closedBytes;
    private long _committed;
    private long _number;
    private DateTimeOffset _newest = DateTimeOffset.MinValue;
    private DateTimeOffset _newestStaged = DateTimeOffset.MinValue;

    private MatchLog(IDisk disk, string folder) => (_disk, _folder) = (disk, folder);

    /// <summary>The size of all segments in bytes; for any thread.</summary>
    public long Bytes => Interlocked.Read(ref _committed) + Interlocked.Read(ref _closedBytes);

    /// <summary>Whether anything waits for a commit.</summary>
    public bool HasStaged => _staged.WrittenCount > 0;

    /// <param name="folder">The folder; it is created if it is missing.</param>
    /// <param name="read">Gets all records that were committed, in their order.</param>
    /// <param name="disk">The disk; null for the machine's own.</param>
    /// <exception cref="InvalidDataException">A segment that was complete is damaged.</exception>
    public static MatchLog Open(string folder, Action<MatchRecord> read, IDisk? disk = null)
    {
        var log = new MatchLog(disk ?? LocalDisk.Instance, folder);
        log._disk.CreateFolders(folder);
        log._disk.FlushFolder(folder); // a process that was killed may have begun a segment, and not flushed its name
        try
        {
            List<string> segments = [.. Directory.EnumerateFiles(folder, $"*{Extension}").Order(StringComparer.Ordinal)];
            foreach (var (place, segment) in segments.Index())
            {
                log.Read(segment, read, isLast: place == segments.Count - 1);
            }

            return log;
        }
        catch
        {
            log.Dispose();
            throw;
        }
    }

    public void Add(MatchRecord record)
    {
        if (record.Kind == MatchRecordKind.Match && record.Time > _newestStaged)
        {
            _newestStaged = record.Time;
        }

        record.Write(_staged);
    }

    /// <summary>Begins a segment if there is none, or if the last one is long enough. Call it before each commit.</summary>
    /// <param name="now">The time of the record that marks the beginning.</param>
    /// <param name="first">The first records of a segment: names, and the committed positions.</param>
    public void BeginWhereFull(DateTimeOffset now, Func<IEnumerable<MatchRecord>> first)
    {
        if (_file is null || _committed > SegmentBytes)
        {
            Begin(now, first());
        }
    }

    /// <summary>Writes the added records, and flushes them to the disk. After an exception it may be called again.</summary>
    /// <param name="now">The time of the record that marks it.</param>
    /// <param name="keepFrom">Segments with only earlier matches are removed.</param>
    public void Commit(DateTimeOffset now, DateTimeOffset keepFrom)
    {
        var staged = _staged.WrittenCount;
        Mark(now).Write(_staged);
        try
        {
            Write(_staged.WrittenSpan);
            _staged.ResetWrittenCount();
            _newest = _newestStaged > _newest ? _newestStaged : _newest;
            _newestStaged = DateTimeOffset.MinValue;
        }
        catch
        {
            // Without the mark, which the next attempt adds again.
            var rest = _staged.WrittenSpan[..staged].ToArray();
            _staged.ResetWrittenCount();
            _staged.Write(rest);
            throw;
        }

        Remove(keepFrom);
    }

    public void Dispose() => _file?.Dispose();

    private static MatchRecord Mark(DateTimeOffset now) => new(MatchRecordKind.Commit, now, 0, 0, 0, 0, "", []);

    private void Write(ReadOnlySpan<byte> bytes)
    {
        // Overwrites the remains of a failed attempt; the mark comes last, so that nothing counts before it.
        _file!.Write(bytes, _committed);
        _file.Flush();
        _committed += bytes.Length;
    }

    private void Begin(DateTimeOffset now, IEnumerable<MatchRecord> first)
    {
        var path = Path.Combine(_folder, $"{(_number + 1).ToString("d12", CultureInfo.InvariantCulture)}{Extension}");
        var buffer = new ArrayBufferWriter<byte>();
        buffer.Write(Magic);
        foreach (var record in first)
        {
            record.Write(buffer);
        }

        Mark(now).Write(buffer);
        _disk.Delete(path); // an attempt that failed
        var next = _disk.Open(path, FileMode.CreateNew);
        try
        {
            next.Write(buffer.WrittenSpan, 0);
            next.Flush();
            _disk.FlushFolder(_folder);
        }
        catch
        {
            next.Dispose();
            throw;
        }

        if (_file is not null)
        {
            Close(_path, _committed, _newest);
            _file.Dispose();
        }

        (_file, _path, _committed, _newest, _number) = (next, path, buffer.WrittenCount, DateTimeOffset.MinValue, _number + 1);
    }

    private void Close(string path, long bytes, DateTimeOffset newest)
    {
        _closed.Enqueue((path, bytes, newest));
        Interlocked.Add(ref _closedBytes, bytes);
    }

    private void Remove(DateTimeOffset keepFrom)
    {
        while (_closed.TryPeek(out var first) && first.Newest < keepFrom)
        {
            _disk.Delete(first.Path);
            _closed.Dequeue();
            Interlocked.Add(ref _closedBytes, -first.Bytes);
        }
    }

    private void Read(string path, Action<MatchRecord> read, bool isLast)
    {
        var bytes = File.ReadAllBytes(path);
        _number = long.Parse(Path.GetFileNameWithoutExtension(path), CultureInfo.InvariantCulture);
        var newest = DateTimeOffset.MinValue;
        var waiting = new List<MatchRecord>();
        var committed = bytes.AsSpan().StartsWith(Magic) ? Magic.Length : 0;
        for (var at = committed; at > 0 && MatchRecord.Read(bytes.AsSpan(at), out var length) is { } record;)
        {
            at += length;
            waiting.Add(record);
            if (record.Kind == MatchRecordKind.Commit)
            {
                waiting.ForEach(read);
                newest = waiting.Where(one => one.Kind == MatchRecordKind.Match).Select(one => one.Time).Append(newest).Max();
                waiting.Clear();
                committed = at;
            }
        }

        if (!isLast)
        {
            if (committed < bytes.Length)
            {
                throw new InvalidDataException(
                    $"{path} is damaged at byte {committed}, and it is not the last segment. Restore it, or move the folder away: "
                    + "correlations then begin without matches, and sources at their beginning.");
            }

            Close(path, bytes.Length, newest);
        }
        else if (committed <= Magic.Length)
        {
            // A segment whose creation was interrupted: the previous one has everything that was committed.
            _disk.Delete(path);
            _number--;
        }
        else
        {
            (_file, _path) = (_disk.Open(path, FileMode.Open), path);
            _file.SetLength(committed);
            (_committed, _newest) = (committed, newest);
        }
    }
}

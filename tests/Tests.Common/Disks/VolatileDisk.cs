using Durable;

namespace Tests.Common.Disks;

/// <summary>
/// A disk that keeps what was flushed. When the power goes, it keeps anything of the rest: any sectors of a file, any
/// names of a folder, except that changes of one name keep their order. It works on a real folder, which can be read until the power goes;
/// <see cref="Restore"/> then leaves in it what is left. Writes past this disk are lost.
/// </summary>
public sealed class VolatileDisk : IDisk
{
    private const int Sector = 512;

    private readonly Lock _lock = new();
    private readonly TaskCompletionSource _off = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly string _path;
    private readonly Folder _top;
    private readonly Random _random;
    private readonly int _steps;
    private int _step;

    /// <param name="path">The folder; all that it holds is durable.</param>
    /// <param name="random">Decides what is lost.</param>
    /// <param name="steps">The power goes in this change or flush, counted from 1.</param>
    public VolatileDisk(string path, Random random, int steps = int.MaxValue)
    {
        (_path, _random, _steps) = (path, random, steps);
        _top = Read(path);
    }

    /// <summary>Ends when the power is gone.</summary>
    public Task Off => _off.Task;

    /// <summary>The changes and flushes until now.</summary>
    public int Steps => Volatile.Read(ref _step);

    public IDiskFile Open(string path, FileMode mode, bool secret = false)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var (folder, name) = Find(path);
            var file = LocalDisk.Instance.Open(path, mode, secret);
            try
            {
                if (mode == FileMode.CreateNew || !folder.Names.TryGetValue(name, out var node))
                {
                    var made = new Content();
                    Step(() => folder.Change(new(null, name, made)));
                    node = made;
                }

                return new OpenFile(this, file, (Content)node);
            }
            catch
            {
                file.Dispose();
                throw;
            }
        }
    }

    public void Move(string from, string to)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var (folder, old) = Find(from);
            var (other, name) = Find(to);
            other.ShouldBeSameAs(folder);
            LocalDisk.Instance.Move(from, to);
            Step(() => folder.Change(new(old, name, folder.Names[old])));
        }
    }

    public void Delete(string path)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var (folder, name) = Find(path);
            LocalDisk.Instance.Delete(path);
            if (folder.Names.ContainsKey(name))
            {
                Step(() => folder.Change(new(name, null, null)));
            }
        }
    }

    public void CreateFolder(string path)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var (folder, name) = Find(path);
            LocalDisk.Instance.CreateFolder(path);
            if (!folder.Names.ContainsKey(name))
            {
                Step(() => folder.Change(new(null, name, new Folder())));
            }
        }
    }

    public void FlushFolder(string path)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var (folder, name) = Find(Path.Combine(path, "any"));
            Step(folder.Settle);
        }
    }

    /// <summary>The power goes now, unless it is gone.</summary>
    public void CutPower()
    {
        lock (_lock)
        {
            _off.TrySetResult();
        }
    }

    /// <summary>Leaves in the folder what the disk kept. Call it once, when nobody has a file of it open.</summary>
    public void Restore()
    {
        _off.Task.IsCompleted.ShouldBeTrue("the power is still there");
        Directory.Delete(_path, recursive: true);
        Write(_top, _path);
    }

    private static Folder Read(string path)
    {
        var folder = new Folder();
        foreach (var entry in new DirectoryInfo(path).EnumerateFileSystemInfos())
        {
            object node = entry is DirectoryInfo ? Read(entry.FullName) : new Content { Durable = File.ReadAllBytes(entry.FullName) };
            folder.Change(new(null, entry.Name, node));
        }

        folder.Settle();
        return folder;
    }

    private void Write(Folder folder, string path)
    {
        Directory.CreateDirectory(path);
        foreach (var (name, node) in folder.Left(Chance))
        {
            if (node is Folder inner)
            {
                Write(inner, Path.Combine(path, name));
            }
            else
            {
                File.WriteAllBytes(Path.Combine(path, name), ((Content)node).Left(Chance));
            }
        }
    }

    private bool Chance() => _random.Next(2) == 0;

    private (Folder Folder, string Name) Find(string path)
    {
        var names = Path.GetRelativePath(_path, path).Split(Path.DirectorySeparatorChar);
        var folder = _top;
        foreach (var name in names[..^1])
        {
            folder = folder.Names.GetValueOrDefault(name) as Folder
                ?? throw new InvalidOperationException($"The folder of {path} was not made on this disk.");
        }

        return (folder, names[^1]);
    }

    /// <summary>The step in which the power goes may be done, but nobody hears of it.</summary>
    private void Step(Action change)
    {
        var isLast = ++_step == _steps;
        if (!isLast || Chance())
        {
            change();
        }

        if (isLast)
        {
            _off.SetResult();
            ThrowIfOff();
        }
    }

    private void ThrowIfOff()
    {
        if (_off.Task.IsCompleted)
        {
            throw new IOException("The power is gone.");
        }
    }

    /// <summary>A name that is made, moved or deleted.</summary>
    private sealed record NameChange(string? Old, string? New, object? Node)
    {
        public bool Concerns(HashSet<string> names) => (Old is not null && names.Contains(Old)) || (New is not null && names.Contains(New));

        public void Apply(Dictionary<string, object> names)
        {
            if (Old is not null)
            {
                names.Remove(Old);
            }

            if (New is not null)
            {
                names[New] = Node!;
            }
        }
    }

    private sealed class Folder
    {
        private readonly List<NameChange> _changes = [];
        private Dictionary<string, object> _durable = [];

        public Dictionary<string, object> Names { get; } = [];

        public void Change(NameChange change)
        {
            change.Apply(Names);
            _changes.Add(change);
        }

        public void Settle()
        {
            _durable = new(Names);
            _changes.Clear();
        }

        public Dictionary<string, object> Left(Func<bool> chance)
        {
            var lost = new HashSet<string>();
            foreach (var change in _changes)
            {
                if (change.Concerns(lost) || !chance())
                {
                    lost.UnionWith(((string?[])[change.Old, change.New]).OfType<string>());
                }
                else
                {
                    change.Apply(_durable);
                }
            }

            return _durable;
        }
    }

    /// <summary>The content of a file, whatever its name.</summary>
    private sealed class Content
    {
        private readonly List<(long Offset, byte[]? Bytes)> _changes = [];

        public byte[] Durable { get; set; } = [];

        public void Write(ReadOnlySpan<byte> bytes, long offset) => _changes.Add((offset, bytes.ToArray()));

        public void SetLength(long length) => _changes.Add((length, null));

        public void Settle()
        {
            foreach (var (offset, bytes) in _changes)
            {
                Apply(offset, bytes);
            }

            _changes.Clear();
        }

        public byte[] Left(Func<bool> chance)
        {
            if (chance()) // otherwise nothing of it reached the disk
            {
                foreach (var (offset, bytes) in _changes)
                {
                    for (var at = 0; at < (bytes?.Length ?? 1);)
                    {
                        var length = Math.Min((bytes?.Length ?? 1) - at, Sector - (int)((offset + at) % Sector));
                        if (chance())
                        {
                            Apply(offset + at, bytes?[at..(at + length)]);
                        }

                        at += length;
                    }
                }
            }

            return Durable;
        }

        private void Apply(long offset, byte[]? bytes)
        {
            var content = Durable;
            if (bytes is null || content.Length < offset + bytes.Length)
            {
                Array.Resize(ref content, (int)(offset + (bytes?.Length ?? 0)));
            }

            bytes?.CopyTo(content.AsSpan((int)offset));
            Durable = content;
        }
    }

    private sealed class OpenFile(VolatileDisk disk, IDiskFile file, Content content) : IDiskFile
    {
        public long Length => file.Length;

        public int Read(Span<byte> buffer, long offset) => file.Read(buffer, offset);

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            var copy = bytes.ToArray();
            Change(() => file.Write(copy, offset), () => content.Write(copy, offset));
        }

        public void SetLength(long length) => Change(() => file.SetLength(length), () => content.SetLength(length));

        public void Flush() => Change(() => { }, content.Settle);

        public void Dispose() => file.Dispose();

        private void Change(Action real, Action change)
        {
            lock (disk._lock)
            {
                disk.ThrowIfOff();
                real();
                disk.Step(change);
            }
        }
    }
}

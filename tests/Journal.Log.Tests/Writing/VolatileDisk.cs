using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>
/// A disk that keeps what was flushed. Of what was only written it keeps, when the power goes, whichever sectors it likes.
/// </summary>
/// <param name="random">Decides which.</param>
/// <param name="flushes">The power goes in this flush, counted from 1.</param>
internal sealed class VolatileDisk(Random random, int flushes)
{
    private const int Sector = 512;

    private readonly Lock _lock = new();
    private readonly List<VolatileFile> _files = [];
    private readonly TaskCompletionSource _off = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _flushed;

    /// <summary>Ends when the power is gone. The files are then in their folder, as they were left.</summary>
    public Task Off => _off.Task;

    public ISegmentFile Create(string path)
    {
        lock (_lock)
        {
            ThrowIfOff();
            var file = new VolatileFile(this, path);
            _files.Add(file);
            return file;
        }
    }

    private void Flush(VolatileFile file)
    {
        ThrowIfOff();
        if (++_flushed == flushes)
        {
            foreach (var left in _files)
            {
                left.Leave();
            }

            _off.SetResult();
            ThrowIfOff();
        }

        file.Settle();
    }

    private void ThrowIfOff()
    {
        if (_off.Task.IsCompleted)
        {
            throw new IOException("The power is gone.");
        }
    }

    private sealed class VolatileFile(VolatileDisk disk, string path) : ISegmentFile
    {
        private readonly List<(long Offset, byte[] Bytes)> _written = [];
        private byte[] _durable = [];
        private bool _isNamed;

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            lock (disk._lock)
            {
                disk.ThrowIfOff();
                _written.Add((offset, bytes.ToArray()));
            }
        }

        public void Flush()
        {
            lock (disk._lock)
            {
                disk.Flush(this);
            }
        }

        public void Cut(long length)
        {
            lock (disk._lock)
            {
                disk.ThrowIfOff();
                Array.Resize(ref _durable, (int)length);
                _written.Clear();
            }
        }

        public void Dispose()
        {
            // It is the disk's.
        }

        /// <summary>All that was written is durable.</summary>
        public void Settle()
        {
            foreach (var (offset, bytes) in _written)
            {
                Put(offset, bytes);
            }

            _written.Clear();
            _isNamed = true;
        }

        /// <summary>Puts what is left of it into its folder: with any sectors of what was not flushed, or none.</summary>
        public void Leave()
        {
            if (disk.Chance())
            {
                foreach (var (offset, bytes) in _written)
                {
                    for (var at = 0; at < bytes.Length;)
                    {
                        var length = Math.Min(bytes.Length - at, Sector - (int)((offset + at) % Sector));
                        if (disk.Chance())
                        {
                            Put(offset + at, bytes.AsSpan(at, length));
                        }

                        at += length;
                    }
                }
            }

            if (_isNamed || disk.Chance())
            {
                File.WriteAllBytes(path, _durable);
            }
        }

        private void Put(long offset, ReadOnlySpan<byte> bytes)
        {
            if (_durable.Length < offset + bytes.Length)
            {
                Array.Resize(ref _durable, (int)offset + bytes.Length);
            }

            bytes.CopyTo(_durable.AsSpan((int)offset));
        }
    }

    private bool Chance() => random.Next(2) == 0;
}

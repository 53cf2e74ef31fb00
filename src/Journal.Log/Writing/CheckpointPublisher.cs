using System.Diagnostics;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Tiles;

namespace Journal.Log.Writing;

/// <summary>Signs durable frames: adds them to the tree, and writes tiles and checkpoints. Only answers with a proof wait for it.</summary>
internal sealed class CheckpointPublisher : IDisposable
{
    private readonly Lock _gate = new();
    private readonly AutoResetEvent _signal = new(false);
    private readonly List<(long Size, TaskCompletionSource<SignedNote> Source)> _waiting = [];
    private readonly JournalFolder _folder;
    private readonly SigningKey _identity;
    private readonly EpochKeys _epochs;
    private readonly TileTree _tree;
    private readonly WriterSettings _settings;
    private readonly IWriterObserver _observer;
    private readonly TimeProvider _time;
    private readonly Thread _thread;
    private List<(FrameHeader Header, byte[] Raw)> _frames = [];
    private long _published;
    private SignedNote? _last;
    private long _lastAt;
    private bool _urgent;
    private bool _ended;

    public CheckpointPublisher(
        JournalFolder folder, SigningKey identity, EpochKeys epochs, TileTree tree, WriterSettings settings,
        IWriterObserver observer, TimeProvider time)
    {
        (_folder, _identity, _epochs, _tree, _settings, _observer, _time) = (folder, identity, epochs, tree, settings, observer, time);
        _published = -1;
        _thread = new(Run) { IsBackground = true, Name = "Checkpoints" };
    }

    /// <summary>A checkpoint is on the disk.</summary>
    public event Action<SignedNote>? Published;

    /// <summary>Signs the beginning, so that an open journal always has a checkpoint, and then runs on its own thread.</summary>
    public void Start()
    {
        TryPublish();
        _thread.Start();
    }

    /// <param name="frames">Durable frames, in order.</param>
    public void Add(IEnumerable<(FrameHeader Header, byte[] Raw)> frames)
    {
        bool isIdle;
        lock (_gate)
        {
            isIdle = _frames.Count == 0;
            _frames.AddRange(frames);
        }

        if (isIdle)
        {
            _signal.Set(); // otherwise the thread wakes up when the next checkpoint is due
        }
    }

    /// <summary>A checkpoint of at least that size; because somebody waits for it, it is written at once.</summary>
    public Task<SignedNote> CoverAsync(long size)
    {
        TaskCompletionSource<SignedNote> source;
        lock (_gate)
        {
            if (_last is not null && _published >= size)
            {
                return Task.FromResult(_last);
            }

            source = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((size, source));
            _urgent = true;
        }

        _signal.Set();
        return source.Task;
    }

    /// <summary>Signs everything so far, and ends.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _ended = true;
        }

        _signal.Set();
        if (_thread.IsAlive)
        {
            _thread.Join();
        }

        lock (_gate)
        {
            _waiting.ForEach(waiter => waiter.Source.TrySetCanceled());
        }
    }

    private void Run()
    {
        while (true)
        {
            bool ended;
            var wait = TimeUntilDue();
            if (wait > TimeSpan.Zero)
            {
                _signal.WaitOne(wait);
            }

            lock (_gate)
            {
                ended = _ended;
            }

            if (ended || TimeUntilDue() <= TimeSpan.Zero)
            {
                TryPublish();
            }

            if (ended)
            {
                return;
            }
        }
    }

    private TimeSpan TimeUntilDue()
    {
        lock (_gate)
        {
            return _frames.Count == 0 && _tree.Size == _published && !_urgent ? TimeSpan.FromSeconds(1)
                : _urgent || _lastAt == 0 ? TimeSpan.Zero
                : _settings.CheckpointInterval - _time.GetElapsedTime(_lastAt);
        }
    }

    private void TryPublish()
    {
        List<(FrameHeader Header, byte[] Raw)> frames;
        lock (_gate)
        {
            (frames, _frames, _urgent) = (_frames, [], false);
        }

        var taken = 0;
        try
        {
            foreach (var (header, raw) in frames)
            {
                if (header.Kinds.HasFlag(FrameKinds.FirstOfEpoch))
                {
                    Sign(); // the previous epoch signs the frames of its own time
                    _epochs.Begin(_tree.Size, _tree.Root());
                }

                Debug.Assert(header.Index == _tree.Size, $"Frame {header.Index} would be signed as frame {_tree.Size}.");
                _tree.Add(raw);
                taken++;
            }

            Sign();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            lock (_gate)
            {
                _frames.InsertRange(0, frames[taken..]);
            }

            _observer.PublishFailed(exception);
        }

        _lastAt = _time.GetTimestamp();
    }

    private void Sign()
    {
        if (_tree.Size == _published || _tree.Size == 0 || !_epochs.HasBegun)
        {
            return;
        }

        _tree.Write();
        var checkpoint = new Checkpoint(_identity.Verifier.Name, _tree.Size, _tree.Root());
        var note = SignedNote.Sign(checkpoint.Text, _identity, _epochs.Current);
        _folder.Disk.Replace(_folder.Checkpoint, note.ToBytes());
        _tree.Settle();
        lock (_gate)
        {
            (_last, _published) = (note, checkpoint.Size);
            foreach (var (_, source) in _waiting.Where(waiter => waiter.Size <= checkpoint.Size))
            {
                source.TrySetResult(note);
            }

            _waiting.RemoveAll(waiter => waiter.Size <= checkpoint.Size);
            _urgent |= _waiting.Exists(waiter => waiter.Size <= _tree.Size + _frames.Count);
        }

        _observer.Published(note, checkpoint.Size);
        Published?.Invoke(note);
    }
}

using System.Runtime.CompilerServices;

namespace Hosting.Overload;

/// <summary>
/// Uploads whose senders keep the service waiting. They have permits, but are not at work: if the limit counted them, it could fall below
/// their number, and refuse uploads only because of slow senders.
/// </summary>
/// <param name="time">Measures the silences.</param>
public sealed class SilentSenders(TimeProvider time)
{
    /// <summary>
    /// A shorter silence is normal: more than a round trip in a data centre, and less than the pause of a slow sender.
    /// </summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(10);

    private readonly Lock _lock = new();

    /// <summary>Senders that are waited for but not silent yet; the longest wait first.</summary>
    private readonly LinkedList<Wait> _awaited = [];

    private int _silent;

    /// <summary>The number of silent senders.</summary>
    public int Count
    {
        get
        {
            lock (_lock)
            {
                while (_awaited.First is { } first && time.GetElapsedTime(first.Value.Since) > Patience)
                {
                    _awaited.Remove(first);
                    _silent++;
                }

                return _silent;
            }
        }
    }

    /// <summary>One upload's waits for its sender, one at a time.</summary>
    public sealed class Wait
    {
        private readonly SilentSenders _senders;
        private readonly LinkedListNode<Wait> _node;

        public Wait(SilentSenders senders) => (_senders, _node) = (senders, new(this));

        public long Since { get; private set; }

        public void Begin()
        {
            lock (_senders._lock)
            {
                Since = _senders.Now;
                _senders._awaited.AddLast(_node);
            }
        }

        /// <summary>Waits for the sender; if that takes long, its upload does not count as at work meanwhile.</summary>
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a file, at most
        public async ValueTask<T> AwaitAsync<T>(ValueTask<T> more)
        {
            Begin();
            try
            {
                return await more;
            }
            finally
            {
                End();
            }
        }

        public void End()
        {
            lock (_senders._lock)
            {
                if (_node.List is null)
                {
                    _senders._silent--;
                }
                else
                {
                    _senders._awaited.Remove(_node);
                }
            }
        }
    }

    private long Now => time.GetTimestamp();
}

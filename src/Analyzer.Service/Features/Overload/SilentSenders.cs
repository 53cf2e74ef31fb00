namespace Analyzer.Service.Features.Overload;

/// <summary>
/// Uploads whose senders keep the service waiting. They have permits, but are not at work: a limit that counted them would fall below their
/// number after any hiccup, and refuse uploads for nothing but slow senders.
/// </summary>
/// <param name="time">Measures the silences.</param>
internal sealed class SilentSenders(TimeProvider time)
{
    /// <summary>
    /// A sender that has been silent for less is not waited for, but on its way: more than a round trip in a data centre, and less than
    /// what a slow sender pauses.
    /// </summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(10);

    private readonly Lock _lock = new();

    /// <summary>Those that are waited for, and not silent yet; the longest wait comes first.</summary>
    private readonly LinkedList<Wait> _awaited = [];

    private int _silent;

    /// <summary>How many are silent now.</summary>
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

using Journal.Log.Frames;

namespace Journal.Features.Ingest;

/// <summary>
/// The numbers of senders whose connections have ended: when a sender connects again, they show what the broken connection has lost.
/// </summary>
internal sealed class DisconnectedSenders
{
    private const int MaxSenders = 4096;
    private const int MaxHosts = 1 << 16; // of all of them

    private readonly Lock _gate = new();
    private readonly Dictionary<(SourceKind Kind, string Address), SenderNumbers?> _left = [];
    private int _hosts;

    public SenderNumbers? Take(Sender sender)
    {
        lock (_gate)
        {
            Remove(PlaceOf(sender), out var numbers);
            return numbers;
        }
    }

    public void Leave(Sender sender, SenderNumbers numbers)
    {
        lock (_gate)
        {
            // If two senders have left the same address, nobody can tell which of them returns; then nothing is counted.
            var place = PlaceOf(sender);
            var left = Remove(place, out _) ? null : numbers;
            if (_left.Count == MaxSenders || _hosts + numbers.Hosts > MaxHosts)
            {
                _left.Clear();
                _hosts = 0;
            }

            _left.Add(place, left);
            _hosts += left?.Hosts ?? 0;
        }
    }

    private static (SourceKind Kind, string Address) PlaceOf(Sender sender) => (sender.Source.Kind, sender.Address);

    private bool Remove((SourceKind Kind, string Address) place, out SenderNumbers? numbers)
    {
        var isThere = _left.Remove(place, out numbers);
        _hosts -= numbers?.Hosts ?? 0;
        return isThere;
    }
}

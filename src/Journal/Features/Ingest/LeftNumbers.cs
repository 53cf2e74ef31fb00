using Journal.Log.Frames;

namespace Journal.Features.Ingest;

/// <summary>
/// The numbers of senders whose connections have ended: when the sender comes again, what the broken connection has lost shows.
/// </summary>
internal sealed class LeftNumbers
{
    private const int MaxSenders = 4096;

    private readonly Lock _gate = new();
    private readonly Dictionary<(SourceKind Kind, string Address), SenderNumbers?> _left = [];

    public SenderNumbers? Take(Sender sender)
    {
        lock (_gate)
        {
            _left.Remove((sender.Source.Kind, sender.Address), out var numbers);
            return numbers;
        }
    }

    public void Leave(Sender sender, SenderNumbers numbers)
    {
        lock (_gate)
        {
            if (_left.Count == MaxSenders)
            {
                _left.Clear();
            }

            // When two have left one address, nobody can tell which of them comes again: then nothing is said of it.
            var place = (sender.Source.Kind, sender.Address);
            _left[place] = _left.ContainsKey(place) ? null : numbers;
        }
    }
}

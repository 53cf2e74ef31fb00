namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Which part of an XML form follows on which: readers join them to one text, wherever it was cut (ISO 32000-2, 12.7.8).</summary>
internal sealed class PacketOrder
{
    private const int MaxPackets = 4096;

    private readonly HashSet<(int Packet, int Next)> _pairs = [];

    /// <param name="packet">The object that is a part of the form.</param>
    /// <param name="next">That of the next part.</param>
    public void Add(int packet, int next)
    {
        if (_pairs.Count < MaxPackets)
        {
            _pairs.Add((packet, next));
        }
    }

    public bool Follows(int packet, int next) => _pairs.Contains((packet, next));

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _pairs.Clear();
}

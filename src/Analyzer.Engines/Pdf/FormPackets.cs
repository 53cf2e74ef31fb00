using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Streams;

namespace Analyzer.Engines.Pdf;

/// <summary>Finds the streams of XML forms: one stream, or an array that lists several (ISO 32000-2, 12.7.8).</summary>
internal sealed class FormPackets(StreamOpener streams)
{
    private readonly ReferenceLists _lists = new();
    private ObjectPlace _lastAt;
    private int _last;

    /// <inheritdoc cref="IDocumentParts.FormReference"/>
    public void Refer(int target, in ObjectPlace place)
    {
        // The references of one array come one after the other.
        if (_last > 0 && _lastAt == place)
        {
            streams.Packets.Add(_last, target);
        }

        (_last, _lastAt) = (target, place);
        if (!streams.FormTargets.Add(target, place))
        {
            return;
        }

        var listed = _lists.Find(target, out var isWhole);
        if (listed.Count == 0)
        {
            streams.ReadEarlier(target, StreamUse.Form, place);
        }
        else
        {
            Add(target, [.. listed], isWhole, place);
        }
    }

    /// <inheritdoc cref="IDocumentParts.PacketList"/>
    public void List(ReadOnlySpan<int> targets, bool isCut, in ObjectPlace place)
    {
        if (streams.FormTargets.Has(place.Object))
        {
            Add(place.Object, targets, !isCut, place);
        }
        else
        {
            _lists.Add(place.Object, targets, isCut);
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _lists.Clear();
        _last = 0;
    }

    // A list that is not known as a whole stays unread.
    private void Add(int list, ReadOnlySpan<int> targets, bool isWhole, in ObjectPlace place)
    {
        if (isWhole)
        {
            streams.FormTargets.MarkRead(list);
        }

        for (var i = 1; i < targets.Length; i++)
        {
            streams.Packets.Add(targets[i - 1], targets[i]);
        }

        foreach (var target in targets)
        {
            if (streams.FormTargets.Add(target, place))
            {
                streams.ReadEarlier(target, StreamUse.Form, place);
            }
        }
    }
}

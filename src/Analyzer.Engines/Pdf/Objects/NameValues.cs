using Analyzer.Engines.Pdf.Filters;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Interprets a name, or a word that is not one, as a value at its place.</summary>
internal sealed class NameValues(IDocumentParts parts, FrameStack frames, StreamDictionary stream)
{
    private StreamFilters _filterNames;

    /// <summary>Takes a name that is an object of its own, or stands where nothing takes it.</summary>
    /// <param name="isFirst">Whether nothing stands before it in the object.</param>
    public void TakeAlone(PdfName name, bool isFirst) =>
        AddFilterName(name, isWhole: isFirst && frames.Depth == 0 && _filterNames.Count == 0);

    /// <summary>Takes a value in the innermost dictionary or array.</summary>
    /// <param name="name">The name as it stands there.</param>
    public void Take(PdfName value, ReadOnlySpan<byte> name)
    {
        ref var frame = ref frames.Top;
        frame.HasNames = true;
        switch (frame.Role)
        {
            case FrameRole.FilterList:
                stream.AddFilter(value);
                return;
            case FrameRole.Object when !frame.IsDictionary:
                AddFilterName(value, isWhole: frame.Values == _filterNames.Count);
                return;
            case FrameRole.Object when frame.HasKey:
                stream.SetName(frame.Key, value);
                break;
            case FrameRole.Parameters when frame is { HasKey: true, Key: PdfName.Name }:
                stream.SetCryptFilter(name);
                break;
        }

        if (!frame.IsDictionary || !frame.HasKey)
        {
            return;
        }

        switch (frame.Key)
        {
            case PdfName.S:
                frame.AddAction(value);
                break;
            case PdfName.Type:
                frame.IsPage |= value is PdfName.Page or PdfName.Catalog;
                break;
            case PdfName.Subtype:
                frame.IsField |= value == PdfName.Widget;
                break;
        }
    }

    /// <summary>Takes a value that is neither a name nor a number: in place of a filter it is one that is not known.</summary>
    public void Take(ReadOnlySpan<byte> word)
    {
        ref var frame = ref frames.Top;
        if (frame.Role == FrameRole.FilterList
            || (frame is { Role: FrameRole.Object, IsDictionary: true, Key: PdfName.Filter, HasKey: true }
                && !word.SequenceEqual("null"u8)))
        {
            stream.AddFilter(PdfName.Unknown);
        }
    }

    /// <summary>An array that is an object of its own ends: one with other values than filters is no list of filters.</summary>
    public void EndArray(int values)
    {
        if (_filterNames.Count < values)
        {
            _filterNames = default;
        }
    }

    public void EndObject(int number)
    {
        if (_filterNames.Count > 0)
        {
            parts.FilterNames(number, _filterNames);
        }
    }

    public void Forget()
    {
        if (_filterNames.Count > 0)
        {
            _filterNames = default;
        }
    }

    // An object may be a filter's name, or a list of such names, and a stream refer to it.
    private void AddFilterName(PdfName name, bool isWhole)
    {
        if (isWhole && StreamDictionary.FilterOf(name) is not FilterKind.Unknown and var kind)
        {
            _filterNames.Add(kind);
        }
    }
}

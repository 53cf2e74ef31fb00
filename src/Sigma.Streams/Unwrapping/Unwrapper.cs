using System.Text;
using Sigma.Engine.Mapping;

namespace Sigma.Streams.Unwrapping;

/// <summary>
/// Takes records out of the containers in which clouds write them: by the paths that a person named, or by known shapes. Elements of an
/// array are records in any case.
/// </summary>
internal sealed class Unwrapper
{
    private static readonly ContainerShape Array = new(RecordPath.Parse("$[*]")!, Envelope: null);

    /// <summary>The most arrays within each other whose elements are looked into.</summary>
    private const int MaxArrays = 8;

    private readonly IReadOnlyList<ContainerShape> _shapes;

    /// <summary>The names with which a container may begin, by their lengths; null when it may begin with any.</summary>
    private readonly byte[][][]? _firstNames;

    private Unwrapper(IReadOnlyList<ContainerShape> shapes)
    {
        _shapes = shapes;
        if (shapes.Count == 0)
        {
            _firstNames = [];
        }
        else if (shapes.All(shape => shape.Envelope is not null))
        {
            var names = shapes.SelectMany(shape => shape.Envelope!.Append(shape.Path.Steps[0]!)).Distinct()
                .Select(Encoding.UTF8.GetBytes).ToLookup(name => name.Length);
            _firstNames = [.. Enumerable.Range(0, names.Max(name => name.Key) + 1).Select(length => names[length].ToArray())];
        }
    }

    /// <summary>Finds known shapes.</summary>
    public static Unwrapper ByItself { get; } = new(ContainerShape.Known);

    /// <param name="paths">
    /// The paths that a person named; none: known shapes are found. Elements of an array may also come one by one, without the array.
    /// </param>
    public static Unwrapper Of(IReadOnlyCollection<RecordPath> paths) => paths.Count == 0 ? ByItself
        : new([.. paths.Concat(paths.Where(path => path.Steps is [null, ..]).Select(path => new RecordPath([.. path.Steps.Skip(1)])))
            .Where(path => path.Steps.Count > 0).Select(path => new ContainerShape(path, Envelope: null))]);

    /// <param name="utf8">A value in JSON.</param>
    /// <param name="inner">Gets its records.</param>
    /// <param name="max">It stops when there are more than this.</param>
    /// <returns>False when it is a record itself, or broken; then there are none.</returns>
    public bool TryUnwrap(ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max = int.MaxValue) =>
        TryUnwrap(utf8, inner, max, 0, mayBeLine: true);

    /// <param name="utf8">A value in JSON.</param>
    /// <param name="inner">Gets its records.</param>
    /// <param name="max">It stops when there are more than this.</param>
    /// <param name="arrays">The arrays around it.</param>
    /// <param name="mayBeLine">A line of the journal stands in no other.</param>
    private bool TryUnwrap(ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max, int arrays, bool mayBeLine)
    {
        var first = FirstOf(utf8.Span);
        if (first == '[')
        {
            return arrays < MaxArrays && (NamedArrays(utf8, inner, max) || TryArray(utf8, inner, max, arrays, mayBeLine));
        }

        return first == '{'
            && (mayBeLine && _shapes.Count > 0 && JournalLine.Of(utf8, this) is { } line
                ? TryLine(line, inner, max, arrays)
                : MayBegin(utf8.Span) && TryShapes(utf8, inner, max));
    }

    /// <returns>The container that the text begins; null when it begins none whose records can be read one by one.</returns>
    public ContainerOpening? Open(ReadOnlySpan<byte> begin)
    {
        if (FirstOf(begin) == '{' && MayBegin(begin))
        {
            foreach (var shape in _shapes)
            {
                if (ContainerOpening.Of(shape, begin) is { } opening)
                {
                    return opening;
                }
            }
        }

        return null;
    }

    /// <returns>The path of a known shape that this record has, although it is not unwrapped; null when it has none.</returns>
    public RecordPath? Passed(ReadOnlyMemory<byte> utf8) => this == ByItself || _shapes.Count == 0 || !ByItself.MayBegin(utf8.Span)
        ? null
        : ContainerShape.Known.FirstOrDefault(shape => new ContainerReader(shape, utf8, []).TryRead())?.Path;

    /// <summary>Its elements may be containers, as of several files that were put together.</summary>
    private bool TryArray(ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max, int arrays, bool mayBeLine)
    {
        var (elements, end) = (new List<InnerRecord>(), inner.Count + (long)max);
        if (!new ContainerReader(Array, utf8, elements, max).TryRead())
        {
            return false;
        }

        if (elements.Count > max)
        {
            inner.AddRange(elements); // the rest of them was not read
            return true;
        }

        var own = new List<InnerRecord>();
        foreach (var element in elements)
        {
            var before = inner.Count;
            if (before > end)
            {
                break;
            }

            if (TryUnwrap(element.Utf8, own, (int)(end - before), arrays + 1, mayBeLine))
            {
                inner.AddRange(own.Select(record => record with { Offset = element.Offset + record.Offset }));
                own.Clear();
            }
            else
            {
                inner.Add(element);
            }
        }

        return true;
    }

    /// <summary>An array of other than objects is a text like any other, and so is one of none.</summary>
    private bool TryLine(JournalLine line, List<InnerRecord> inner, int max, int arrays)
    {
        var before = inner.Count;
        if (!TryUnwrap(line.Container, inner, max, arrays, mayBeLine: false) || inner.Count == before
            || inner.Skip(before).Any(record => FirstOf(record.Utf8.Span) != '{'))
        {
            inner.RemoveRange(before, inner.Count - before);
            return false;
        }

        for (var i = before; i < inner.Count; i++)
        {
            inner[i] = line.With(inner[i]);
        }

        return true;
    }

    private bool NamedArrays(ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max) => _firstNames is null
        && _shapes.Any(shape => shape.Path.Steps[0] is null && new ContainerReader(shape, utf8, inner, max).TryRead());

    private bool TryShapes(ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max)
    {
        foreach (var shape in _shapes)
        {
            if (new ContainerReader(shape, utf8, inner, max).TryRead())
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the first member may be that of a container: most records cost no more than this.</summary>
    public bool MayBegin(ReadOnlySpan<byte> utf8)
    {
        if (_firstNames is null)
        {
            return true;
        }

        var at = utf8.IndexOf((byte)'"') + 1;
        var length = utf8[at..].IndexOf((byte)'"');
        if (at == 0 || (uint)length >= (uint)_firstNames.Length)
        {
            return false;
        }

        foreach (var name in _firstNames[length])
        {
            if (utf8.Slice(at, length).SequenceEqual(name))
            {
                return true;
            }
        }

        return false;
    }

    private static byte FirstOf(ReadOnlySpan<byte> utf8)
    {
        if (utf8.IsEmpty || utf8[0] > ' ')
        {
            return utf8.IsEmpty ? (byte)0 : utf8[0];
        }

        var begin = utf8.IndexOfAnyExcept(" \t\r\n"u8);
        return begin < 0 ? (byte)0 : utf8[begin];
    }
}

using System.Runtime.CompilerServices;

namespace Analyzer.Engines.Pdf.Filters;

/// <param name="Kind">Unknown when another object names it.</param>
internal readonly record struct StreamFilter(FilterKind Kind, DecodeParameters Parameters)
{
    /// <summary>The number of the object that names the filter; 0 when the dictionary does.</summary>
    public int Object { get; init; }
}

/// <summary>The filters of a stream in the order in which they are undone.</summary>
internal struct StreamFilters
{
    private FilterArray _filters;

    /// <summary>May be more than are kept; a chain that long is not decoded.</summary>
    public int Count { get; private set; }

    /// <summary>Whether a filter is not decoded here, or is not known because it, or its parameters, lie in another object.</summary>
    public readonly bool HasUnknown => Any(static filter => filter.Kind == FilterKind.Unknown || HasParametersElsewhere(filter));

    /// <summary>Whether a filter, or its parameters, lie in another object.</summary>
    public readonly bool HasReferences => Any(static filter => filter.Object > 0 || HasParametersElsewhere(filter));

    public readonly StreamFilter this[int index] => _filters[index];

    /// <param name="number">The number of the object that names the filter; 0 when it is named here.</param>
    public void Add(FilterKind kind, int number = 0)
    {
        if (Count < FilterChain.MaxDepth)
        {
            _filters[Count] = new(kind, DecodeParameters.Default) { Object = number };
        }

        Count++;
    }

    /// <summary>Gives the parameters of one filter; those of a filter that is not kept are ignored.</summary>
    public void SetParameters(int index, DecodeParameters parameters)
    {
        if (index < FilterChain.MaxDepth)
        {
            _filters[index] = _filters[index] with { Parameters = parameters };
        }
    }

    // Two of the filters that are decoded here have parameters that matter.
    private static bool HasParametersElsewhere(StreamFilter filter) =>
        filter.Parameters.Object != 0 && (filter.Object > 0 || filter.Kind is FilterKind.Flate or FilterKind.Lzw);

    private readonly bool Any(Func<StreamFilter, bool> condition)
    {
        for (var i = 0; i < Math.Min(Count, FilterChain.MaxDepth); i++)
        {
            if (condition(_filters[i]))
            {
                return true;
            }
        }

        return false;
    }

    [InlineArray(FilterChain.MaxDepth)]
    private struct FilterArray
    {
        private StreamFilter _first;
    }
}

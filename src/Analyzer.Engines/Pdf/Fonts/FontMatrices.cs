using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Fonts;

/// <summary>Fonts whose matrix has something else in it than numbers.</summary>
internal sealed class FontMatrices
{
    private const int MaxObjects = 4096;

    /// <summary>Objects that are a font's matrix, or a number of it, and where that is said.</summary>
    private readonly Dictionary<int, ObjectPlace> _objects = [];

    /// <summary>Known as a whole after <see cref="Settle"/>.</summary>
    public PlaceList Bad { get; } = new();

    public void Add(in ObjectPlace place) => Bad.Add(place);

    public void Add(int target, in ObjectPlace place)
    {
        if (_objects.Count < MaxObjects)
        {
            _objects.TryAdd(target, place);
        }
    }

    /// <summary>Finds those whose matrix, or a number of it, is another object.</summary>
    /// <param name="objects">All that the document has.</param>
    public void Settle(ActionGraph objects)
    {
        foreach (var (number, place) in _objects)
        {
            if (objects.HasText(number) || objects.RefersToText(number))
            {
                Bad.Add(place);
            }
        }
    }

    public void Clear()
    {
        Bad.Clear();
        _objects.Clear();
    }
}

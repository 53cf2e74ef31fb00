using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>What a behaviour is worth by what leads to it: a row of the table trigger × behaviour → points.</summary>
/// <param name="Asked">Somebody clicks, or nothing was found that leads there.</param>
/// <param name="Field">A field of a form is entered, filled in, left, calculated or formatted.</param>
/// <param name="Unasked">The document is opened, closed, saved or printed, or a page is shown or left.</param>
internal readonly record struct TriggerPoints(int Asked, int Field, int Unasked)
{
    /// <summary>The most that it can be worth.</summary>
    public int Most => Math.Max(Asked, Math.Max(Field, Unasked));

    public int this[Trigger trigger] => trigger switch
    {
        Trigger.None or Trigger.Click => Asked,
        Trigger.Field => Field,
        _ => Unasked,
    };

    /// <summary>The trigger does not matter.</summary>
    public static TriggerPoints Always(int points) => new(points, points, points);
}

using Load.Measuring;
using Load.Systems.Analyzer.Service;

namespace Load.Systems.Analyzer.Overload;

/// <summary>The ways in which a service may bound the uploads that it has at work.</summary>
internal static class UploadLimit
{
    public const string Dimension = "limit";

    /// <summary>The value of the service's own limit.</summary>
    public const string AdaptiveName = "adaptive";

    private const string IsAdaptive = "Analyzer:Limits:Adaptive";
    private const string Max = "Analyzer:Limits:MaxUploads";

    /// <summary>A setting that a service of an older build does not know.</summary>
    public static IReadOnlyDictionary<string, string> NotAdaptive { get; } = new Dictionary<string, string> { [IsAdaptive] = "false" };

    public static ComparedDimension Compared { get; } = new(Dimension, "limit on uploads");

    /// <summary>The service's own: it moves with the wait for a place.</summary>
    public static ServiceSettings Adaptive { get; } = ServiceSettings.Default.With(Dimension, AdaptiveName, (IsAdaptive, "true"));

    /// <summary>A number that a careful person may choose.</summary>
    public static ServiceSettings Fixed { get; } = ServiceSettings.Default.With(Dimension, "fixed", (IsAdaptive, "false"), (Max, "16"));

    /// <summary>More than ever come.</summary>
    public static ServiceSettings None { get; } = ServiceSettings.Default.With(Dimension, "none", (IsAdaptive, "false"), (Max, "1000000"));

    /// <summary>The one permit there is has been taken, by the lab: everything is refused, which shows the cost of a refusal.</summary>
    public static ServiceSettings Shut { get; } = ServiceSettings.Default.With(
        Dimension, "shut", (IsAdaptive, "false"), (Max, "1"), ("Analyzer:Ceilings:HeldUploads", "1"));
}

namespace Analyzer.Service.Features.Ceilings;

/// <summary>The lab's yardsticks. Section <c>Analyzer:Ceilings</c>; off, because they read whatever a stranger sends.</summary>
internal sealed class CeilingsOptions
{
    public const string Section = "Analyzer:Ceilings";

    /// <summary>Serves <c>/ceilings/*</c> and <c>ceilings.v1.Ceilings</c>. Default false.</summary>
    public bool Enabled { get; set; }

    /// <summary>Leaves Kestrel's buffers and frames at its own defaults, so that what ours gain can be measured. Default false.</summary>
    public bool StockTransport { get; set; }

    public static CeilingsOptions From(IConfiguration configuration) => configuration.GetSection(Section).Get<CeilingsOptions>() ?? new();
}

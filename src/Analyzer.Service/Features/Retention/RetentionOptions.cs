using System.ComponentModel.DataAnnotations;

namespace Analyzer.Service.Features.Retention;

/// <summary>How long reports are kept: section <c>Retention</c> below the host's.</summary>
internal sealed class RetentionOptions
{
    public const string Section = "Retention";

    /// <summary>Older reports are deleted. Default none: they stay.</summary>
    [Range(typeof(TimeSpan), "00:01:00", "36500.00:00:00")]
    public TimeSpan? MaxAge { get; set; }

    /// <summary>When there are more reports than this, the oldest are deleted. Default none: they stay.</summary>
    [Range(1, long.MaxValue)]
    public long? MaxReports { get; set; }

    public bool IsOn => MaxAge is not null || MaxReports is not null;
}

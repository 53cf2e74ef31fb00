using System.ComponentModel.DataAnnotations;
using Hosting.Settings;

namespace Hosting.Tests.Hello;

internal sealed class HelloOptions
{
    [Required]
    public string Word { get; set; } = "Hello";

    [Range(1, 9)]
    public int Patience { get; set; } = 3;

    public string[] Friends { get; set; } = [];

    [ListText]
    public string? Places { get; set; }

    [EnumDataType(typeof(HelloTone))]
    public HelloTone Tone { get; set; }

    [Range(typeof(TimeSpan), "00:00:00", "36500.00:00:00")]
    public TimeSpan? Pause { get; set; }

    [Range(0, 1L << 50)]
    public long PaperBytes { get; set; }

    public bool Loud { get; set; }
}

internal enum HelloTone
{
    Plain,
    Warm,
}

internal enum HelloOperation
{
    Greet,
}

internal enum HelloOutcome
{
    Greeted,
}

using System.ComponentModel.DataAnnotations;

namespace Hosting.Tests.Hello;

internal sealed class HelloOptions
{
    [Required]
    public string Word { get; set; } = "Hello";

    [Range(1, 9)]
    public int Patience { get; set; } = 3;

    public string[] Friends { get; set; } = [];
}

internal enum HelloOperation
{
    Greet,
}

internal enum HelloOutcome
{
    Greeted,
}

using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>A list of origins, as browsers send them in <c>Origin</c> (RFC 6454, section 7), or <c>*</c>.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class OriginsAttribute : ValidationAttribute
{
    public const string Any = "*";

    public static string[] Parse(string? list) =>
        (list ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext) =>
        Array.Find(Parse(value as string), origin => origin != Any && !IsOrigin(origin)) is { } wrong
            ? new($"{validationContext.DisplayName} holds '{wrong}', which is not an origin. Write it like https://app.example.org, "
                + "without a path, or write * for all.")
            : null;

    private static bool IsOrigin(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && address is { Scheme: "http" or "https" }
        && text.Equals(address.GetLeftPart(UriPartial.Authority), StringComparison.OrdinalIgnoreCase);
}

using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>The base address of another system.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class NeighbourAddressAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext) =>
        value is not string { Length: > 0 } text
        || (Uri.TryCreate(text, UriKind.Absolute, out var address)
            && address is { Scheme: "http" or "https", PathAndQuery: "/", UserInfo: "" })
            ? null
            : new($"{validationContext.DisplayName} is '{text}', which is not a base address. Write it like http://127.0.0.1:5280.");
}

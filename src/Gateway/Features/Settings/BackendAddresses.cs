using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>A list of base addresses.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class BackendAddressesAttribute : ValidationAttribute
{
    /// <returns>The addresses. Parts that are not addresses are skipped; the check of the setting refuses them.</returns>
    public static IReadOnlyList<Uri> Parse(string list) =>
        [.. Parts(list).Where(IsAddress).Select(part => new Uri(part, UriKind.Absolute)).Distinct()];

    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var key = validationContext.DisplayName;
        var parts = Parts(value as string ?? "");
        return parts.Length == 0 ? new($"{key} is empty: name at least one backend, such as http://127.0.0.1:5081.")
            : Array.Find(parts, part => !IsAddress(part)) is { } wrong
                ? new($"{key} holds '{wrong}', which is not a base address. Write it like http://127.0.0.1:5081.")
            : null;
    }

    private static string[] Parts(string list) =>
        list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static bool IsAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
        && address is { PathAndQuery: "/", Fragment: "", UserInfo: "" };
}

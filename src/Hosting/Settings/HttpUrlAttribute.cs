using System.ComponentModel.DataAnnotations;

namespace Hosting.Settings;

/// <summary>An absolute URL of http or https, or nothing. It is logged, so it has no part in which people put secrets.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class HttpUrlAttribute()
    : ValidationAttribute("{0} has to be a URL such as http://127.0.0.1:4318, without a user, a query and a fragment.")
{
    public override bool IsValid(object? value) => value is null
        || (value is string text && Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            && url is { UserInfo: "", Query: "", Fragment: "" });
}

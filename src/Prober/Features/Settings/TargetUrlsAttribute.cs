using System.ComponentModel.DataAnnotations;

namespace Prober.Features.Settings;

/// <summary>A list of different targets.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class TargetUrlsAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var names = new HashSet<(string Kind, string Name)>();
        foreach (var (text, index) in ((string[])value!).Select((text, index) => (text, index)))
        {
            if (TargetUrl.Parse(text) is not { } probe)
            {
                // The text itself may contain a password.
                var setting = $"{validationContext.DisplayName}:{index}";
                return new($"{setting} has to be a URL of {TargetUrl.Schemes}, such as http://127.0.0.1:5080/.");
            }

            if (!names.Add((probe.Kind, probe.Endpoint)))
            {
                return new($"{validationContext.DisplayName} names {probe.Endpoint} twice.");
            }
        }

        return ValidationResult.Success;
    }
}

using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace Hosting.Settings;

/// <summary>One key of a host's section.</summary>
/// <param name="Key">Relative to the section.</param>
/// <param name="Type">The type of its value.</param>
/// <param name="Default">Null for none.</param>
/// <param name="Rules">The rules that a value has to satisfy.</param>
public sealed record Setting(string Key, Type Type, object? Default, IReadOnlyList<ValidationAttribute> Rules)
{
    /// <summary>Whether the key stands for a group of keys: a list, or a dictionary with its own names.</summary>
    public bool IsGroup => Type != typeof(string) && typeof(System.Collections.IEnumerable).IsAssignableFrom(Type);

    /// <summary>The settings of an options class: its public properties with a setter.</summary>
    /// <param name="options">The class; its constructor without parameters sets the defaults.</param>
    /// <param name="subsection">Relative to the host's section; empty for the section itself.</param>
    public static IEnumerable<Setting> Of(Type options, string subsection)
    {
        var defaults = Activator.CreateInstance(options);
        return Properties(options).Select(property => new Setting(
            KeyOf(property, subsection), property.PropertyType, property.GetValue(defaults), RulesOf(property)));
    }

    /// <summary>The allowed values, in words.</summary>
    public string Allowed
    {
        get
        {
            var range = Rules.OfType<RangeAttribute>().FirstOrDefault();
            var bounds = range is null ? "" : $" from {range.Minimum} to {range.Maximum}";
            var type = Nullable.GetUnderlyingType(Type) ?? Type;
            return type == typeof(bool) ? "true or false"
                : type == typeof(TimeSpan) ? $"a time such as 00:00:30{bounds}"
                : $"a number{bounds}";
        }
    }

    /// <summary>Whether a text can be converted to the type at all.</summary>
    public bool CanBe(string text)
    {
        if (IsGroup || Type == typeof(string) || (text.Length == 0 && Nullable.GetUnderlyingType(Type) is not null))
        {
            return true;
        }

        try
        {
            TypeDescriptor.GetConverter(Type).ConvertFromInvariantString(text);
            return true;
        }
        catch (Exception unreadable) when (unreadable is FormatException or ArgumentException or OverflowException or NotSupportedException)
        {
            return false;
        }
    }

    /// <returns>One sentence for each rule that the value breaks.</returns>
    public IEnumerable<string> Problems(HostDescription host, object? value) => Rules
        .Select(rule => rule.GetValidationResult(value, new ValidationContext(this, null, null) { DisplayName = host.Key(Key) }))
        .OfType<ValidationResult>()
        .Select(result => result.ErrorMessage!);

    internal static IEnumerable<PropertyInfo> Properties(Type options) => options
        .GetProperties(BindingFlags.Public | BindingFlags.Instance)
        .Where(property => property.SetMethod is { IsPublic: true });

    internal static string KeyOf(PropertyInfo property, string subsection) =>
        subsection.Length == 0 ? property.Name : ConfigurationPath.Combine(subsection, property.Name);

    private static ValidationAttribute[] RulesOf(PropertyInfo property) => [.. property.GetCustomAttributes<ValidationAttribute>()];
}

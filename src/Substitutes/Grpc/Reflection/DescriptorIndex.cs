using Google.Protobuf.Reflection;

namespace Grpc.AspNetCore.Server.Reflection;

/// <summary>The .proto files of the application's services, with all that they import, by name and by what they declare.</summary>
internal sealed class DescriptorIndex
{
    private readonly Dictionary<string, FileDescriptor> _filesByName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FileDescriptor> _filesBySymbol = new(StringComparer.Ordinal);
    private readonly Dictionary<string, SortedDictionary<int, FileDescriptor>> _extensions = new(StringComparer.Ordinal);

    public DescriptorIndex(IEnumerable<ServiceDescriptor> services)
    {
        var named = services.DistinctBy(service => service.FullName).ToList();
        ServiceNames = [.. named.Select(service => service.FullName).Order(StringComparer.Ordinal)];
        named.ForEach(service => Add(service.File));
    }

    public IReadOnlyList<string> ServiceNames { get; }

    public FileDescriptor? FindByName(string name) => _filesByName.GetValueOrDefault(name);

    /// <param name="symbol">A message, field, enum, enum value, service or method with its package, without a leading dot.</param>
    public FileDescriptor? FindBySymbol(string symbol) => _filesBySymbol.GetValueOrDefault(symbol);

    public FileDescriptor? FindByExtension(string containingType, int number) =>
        _extensions.GetValueOrDefault(containingType)?.GetValueOrDefault(number);

    /// <returns>Null when there is no such message.</returns>
    public IEnumerable<int>? FindExtensionNumbers(string containingType) =>
        _extensions.TryGetValue(containingType, out var extensions) ? extensions.Keys
        : _filesBySymbol.ContainsKey(containingType) ? []
        : null;

    private void Add(FileDescriptor file)
    {
        if (!_filesByName.TryAdd(file.Name, file))
        {
            return;
        }

        foreach (var message in file.MessageTypes)
        {
            Add(message);
        }

        foreach (var type in file.EnumTypes)
        {
            Add(type);
        }

        foreach (var service in file.Services)
        {
            Add(service);
            foreach (var method in service.Methods)
            {
                Add(method);
            }
        }

        foreach (var extension in file.Extensions.UnorderedExtensions)
        {
            AddExtension(extension);
        }

        foreach (var dependency in file.Dependencies)
        {
            Add(dependency);
        }
    }

    private void Add(MessageDescriptor message)
    {
        Add((IDescriptor)message);
        foreach (var field in message.Fields.InDeclarationOrder())
        {
            Add(field);
        }

        foreach (var nested in message.NestedTypes)
        {
            Add(nested);
        }

        foreach (var type in message.EnumTypes)
        {
            Add(type);
        }

        foreach (var extension in message.Extensions.UnorderedExtensions)
        {
            AddExtension(extension);
        }
    }

    private void Add(EnumDescriptor type)
    {
        Add((IDescriptor)type);
        foreach (var value in type.Values)
        {
            Add(value);
        }
    }

    private void AddExtension(FieldDescriptor extension)
    {
        Add(extension);
        var containingType = extension.ExtendeeType.FullName;
        if (!_extensions.TryGetValue(containingType, out var numbers))
        {
            _extensions[containingType] = numbers = [];
        }

        numbers[extension.FieldNumber] = extension.File;
    }

    private void Add(IDescriptor descriptor) => _filesBySymbol.TryAdd(descriptor.FullName, descriptor.File);
}

namespace Grpc.Core;

/// <summary>
/// On a service's base class: names the static method <c>(ServiceBinderBase, TheBaseClass)</c> that lists the service's methods.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class BindServiceMethodAttribute(Type bindType, string bindMethodName) : Attribute
{
    public Type BindType { get; } = bindType;

    public string BindMethodName { get; } = bindMethodName;
}
